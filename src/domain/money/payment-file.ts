/** Payments as a file that people take to a provider: how its columns are written. Pure. */
import { guarded } from '../text/formula-guard.ts'
import { toDecimal } from './money.ts'

/** What a column may have of a payment; CONSTANT has the text of the column. */
export const fileValues = [
  'LINE',
  'REFERENCE',
  'SHORT_REFERENCE',
  'PHONE',
  'AMOUNT',
  'CURRENCY',
  'NAME',
  'SURVEY',
  'NOTE',
  'CONSTANT',
] as const
export type FileValue = (typeof fileValues)[number]

export const fileFormats = ['CSV', 'XLSX'] as const
export const fileDelimiters = [',', ';', '\t', '|'] as const
export const phoneForms = ['INTERNATIONAL', 'NO_PLUS', 'NATIONAL'] as const
export const amountForms = ['POINT', 'COMMA', 'WHOLE'] as const

interface FileColumn {
  heading: string
  value: FileValue
  /** Of a CONSTANT. */
  text: string
}

/** Kept with each file, and offered again with the next one of its provider. */
export interface PaymentFileMapping {
  format: (typeof fileFormats)[number]
  /** Of a CSV. */
  delimiter: (typeof fileDelimiters)[number]
  hasHeadings: boolean
  columns: FileColumn[]
  phones: (typeof phoneForms)[number]
  /** Of NATIONAL phones: the digits that go, and what comes in their place, such as 0. */
  countryCode: string
  nationalPrefix: string
  amounts: (typeof amountForms)[number]
  /** With {number}, {day} and {lines} in it; without its ending. */
  name: string
}

export interface FilePayment {
  line: number
  /** Ours at every provider (`attempt.client_ref`), and one that fits into short fields. */
  reference: string
  shortReference: string
  phone: string
  amountMinor: number
  currency: string
  name: string | null
  survey: string
  note: string | null
}

export const firstMapping: PaymentFileMapping = {
  format: 'CSV',
  delimiter: ',',
  hasHeadings: true,
  columns: [
    { heading: 'Reference', value: 'REFERENCE', text: '' },
    { heading: 'Phone', value: 'PHONE', text: '' },
    { heading: 'Name', value: 'NAME', text: '' },
    { heading: 'Amount', value: 'AMOUNT', text: '' },
    { heading: 'Currency', value: 'CURRENCY', text: '' },
  ],
  phones: 'INTERNATIONAL',
  countryCode: '',
  nationalPrefix: '',
  amounts: 'POINT',
  name: 'payments-{number}-{day}',
}

/** The reference that fits into short fields: the file and the line. */
export function shortReferenceOf(fileId: number, line: number): string {
  return `P${fileId}-${line}`
}

/** Values without which no payment goes out as it should, or none is found again in the result. */
export function missingValues({ columns }: Pick<PaymentFileMapping, 'columns'>): FileValue[] {
  const has = (...values: FileValue[]) => columns.some(({ value }) => values.includes(value))
  return [
    ...(has('REFERENCE', 'SHORT_REFERENCE') ? [] : (['REFERENCE'] as const)),
    ...(has('PHONE') ? [] : (['PHONE'] as const)),
    ...(has('AMOUNT') ? [] : (['AMOUNT'] as const)),
  ]
}

/** The values of the payment that cannot be written so. */
export function unwritable({ phone, amountMinor, currency }: FilePayment, mapping: PaymentFileMapping): FileValue[] {
  const isForeign = mapping.phones === 'NATIONAL' && !phone.startsWith(`+${mapping.countryCode}`)
  const isPart = mapping.amounts === 'WHOLE' && !/^\d+(\.0+)?$/.test(toDecimal(amountMinor, currency))
  return [...(isForeign ? (['PHONE'] as const) : []), ...(isPart ? (['AMOUNT'] as const) : [])]
}

/** The cells of its line; amounts of a workbook are numbers. Texts that a spreadsheet would run are guarded. */
export function cellsOf(payment: FilePayment, mapping: PaymentFileMapping): (string | number)[] {
  return mapping.columns.map((column) => {
    const cell = writers[column.value](payment, mapping, column)
    return typeof cell === 'number' ? cell : guarded(cell)
  })
}

type Writer = (payment: FilePayment, mapping: PaymentFileMapping, column: FileColumn) => string | number

const writers: Record<FileValue, Writer> = {
  LINE: ({ line }) => line,
  REFERENCE: ({ reference }) => reference,
  SHORT_REFERENCE: ({ shortReference }) => shortReference,
  PHONE: phoneOf,
  AMOUNT: amountOf,
  CURRENCY: ({ currency }) => currency,
  NAME: ({ name }) => name ?? '',
  SURVEY: ({ survey }) => survey,
  NOTE: ({ note }) => note ?? '',
  CONSTANT: (_payment, _mapping, { text }) => text,
}

function amountOf({ amountMinor, currency }: FilePayment, { amounts, format }: PaymentFileMapping): string | number {
  const decimal = toDecimal(amountMinor, currency)
  if (amounts === 'WHOLE' || (format === 'XLSX' && amounts === 'POINT')) return Number(decimal)
  return amounts === 'COMMA' ? decimal.replace('.', ',') : decimal
}

function phoneOf({ phone }: FilePayment, { phones, countryCode, nationalPrefix }: PaymentFileMapping): string {
  if (phones === 'INTERNATIONAL') return phone
  return phones === 'NO_PLUS' ? phone.slice(1) : nationalPrefix + phone.slice(1 + countryCode.length)
}

/** `day`: `2026-01-31`. */
export function fileNameOf(
  { name, format }: Pick<PaymentFileMapping, 'name' | 'format'>,
  { number, day, lines }: { number: number; day: string; lines: number },
): string {
  const filled = name
    .replaceAll('{number}', String(number))
    .replaceAll('{day}', day)
    .replaceAll('{lines}', String(lines))
  return `${filled.replaceAll(/[^\p{L}\p{N} ._-]/gu, '_').slice(0, 150)}.${format.toLowerCase()}`
}
