/** The columns of a file of payments. */
import type { ManualColumn } from '#contract/manual-payments.ts'
import { isCurrency } from '#domain/money/currencies.ts'
import { countryOfCurrency, type PhoneParser, writtenPhone } from '#domain/people/phone.ts'
import { bad, readNumber, readPhone, readShortText, readText } from '../../excel/cells.ts'
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
      phone_number: { required: true },
      amount: { required: true },
      currency: {},
      recipient_name: {},
      survey_id: {},
      location_id: {},
      reference: {},
      provider: {},
      reason: {},
    },
    ignored: [],
    key: 'reference',
    repeated: 'CODE_REPEATED',
    readCell(name, cell) {
      switch (name) {
        case 'phone_number':
          return readPhone(cell, parseCell)
        case 'amount': {
          // As text: a number with decimals is a float already.
          const read = readText(cell)
          if (read.problem) return read
          // Programs of many countries write a decimal comma; with three digits behind it might be one of thousands.
          const value = read.value.replace(/^(\d+),(\d{1,2})$/, '$1.$2')
          if (/^-\d+(\.\d+)?$/.test(value)) return bad('NOT_POSITIVE')
          return /^\d{1,13}(\.\d{1,4})?$/.test(value) ? { value } : bad('NOT_A_NUMBER')
        }
        case 'survey_id':
        case 'location_id': {
          const read = readNumber(cell)
          return read.problem || (Number.isSafeInteger(read.value) && read.value > 0) ? read : bad('NOT_WHOLE')
        }
        case 'currency': {
          const read = readText(cell)
          if (read.problem) return read
          const code = read.value.toUpperCase()
          return isCurrency(code) ? { value: code } : bad('UNKNOWN_CURRENCY')
        }
        case 'provider':
        case 'recipient_name':
          return readShortText(cell, 200)
        case 'reference':
          return readShortText(cell, 100)
        case 'reason':
          return readShortText(cell, 64)
      }
    },
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
