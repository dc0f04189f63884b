/** The columns of a file of payments. */
import type { ManualColumn } from '#contract/manual-payments.ts'
import type { PaidBeforeColumn } from '#contract/paid-before.ts'
import { isCurrency } from '#domain/money/currencies.ts'
import { countryOfCurrency, type PhoneParser, writtenPhone } from '#domain/people/phone.ts'
import type { Cell } from '../../excel/cell.ts'
import { bad, type Read, readDate, readNumber, readPhone, readText, shortText } from '../../excel/cells.ts'
import type { Table } from '../../excel/read-table.ts'

/** The sheet of the template. */
export const manualSheet = 'payments'

type ParserFor = (country: string | undefined) => PhoneParser

/** `country`: of all phones without a country code; where none is known, the currency of a row may say it. */
export function manualTable(parserFor: ParserFor, country: string | undefined): Table<ManualColumn> {
  const parse = parserFor(country)
  // Another cell of the row may name the country of a local number: it is read with the row.
  const parseCell: PhoneParser = (text) => {
    const read = parse(text)
    return read.problem === 'PHONE_COUNTRY_NEEDED' ? { value: writtenPhone(text) ?? text } : read
  }
  return {
    list: 'manual',
    sheet: manualSheet,
    columns: {
      phone_number: { required: true, read: (cell) => readPhone(cell, parseCell) },
      amount: { required: true, read: readAmount },
      currency: { read: readCurrency },
      recipient_name: { read: shortText(200) },
      survey_id: { read: readId },
      location_id: { read: readId },
      reference: { read: shortText(100) },
      provider: { read: shortText(200) },
      reason: { read: shortText(64) },
    },
    ignored: [],
    key: 'reference',
    repeated: 'CODE_REPEATED',
    checkRow(row) {
      const phone = row.phone_number
      if (typeof phone !== 'string' || phone.startsWith('+')) return []
      const read = parserFor(countryOfCurrency(String(row.currency ?? '')))(phone)
      if (read.problem) return [['phone_number', { code: read.problem }]]
      row.phone_number = read.value
      return []
    },
  }
}

/** Payments of before the house began. */
export function paidBeforeTable(parse: PhoneParser): Table<PaidBeforeColumn> {
  return {
    list: 'manual',
    columns: {
      phone_number: { required: true, read: (cell) => readPhone(cell, parse) },
      amount: { required: true, read: readAmount },
      currency: { required: true, read: readCurrency },
      paid_on: { required: true, read: readDate },
      reference: { read: shortText(100) },
      recipient_name: { read: shortText(200) },
      reason: { read: shortText(200) },
    },
    ignored: [],
    key: 'reference',
    repeated: 'CODE_REPEATED',
  }
}

/** As text: a number with decimals is a float already. */
function readAmount(cell: Cell): Read<string> {
  const read = readText(cell)
  if (read.problem) return read
  // Programs of many countries write a decimal comma; with three digits behind it might be one of thousands.
  const value = read.value.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
  if (/^-\d+(\.\d+)?$/.test(value)) return bad('NOT_POSITIVE')
  return /^\d{1,13}(\.\d{1,4})?$/.test(value) ? { value } : bad('NOT_A_NUMBER')
}

function readId(cell: Cell): Read<number> {
  const read = readNumber(cell)
  return read.problem || (Number.isSafeInteger(read.value) && read.value > 0) ? read : bad('NOT_WHOLE')
}

function readCurrency(cell: Cell): Read<string> {
  const read = readText(cell)
  if (read.problem) return read
  const code = read.value.toUpperCase()
  return isCurrency(code) ? { value: code } : bad('UNKNOWN_CURRENCY')
}
