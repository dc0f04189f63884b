/** The columns of a file of participants. */
import { participantColumns, participantList } from '#contract/people.ts'
import { locales } from '#domain/text/locale.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { bad, type Read, readChoice, readDate, readPhone, readShortText } from '../excel/cells.ts'
import type { Cell } from '../excel/cell.ts'
import type { Table } from '../excel/read-table.ts'
import { choicesByWord } from '../excel/words.ts'

export type ImportColumn = (typeof participantColumns)[number]

/** The further columns of an export; an import does not look at them. */
const exportOnlyColumns = participantList.columns.filter((key) => !participantColumns.some((name) => name === key))

/** An export has anonymised participants too: without a phone, under their remaining name. */
const anonymous = /^anonymous-[1-9]\d{0,14}$/

export function participantTable(parsePhone: PhoneParser): Table<ImportColumn> {
  const localeByWord = choicesByWord(locales, 'language')
  return {
    list: 'participants',
    columns: {
      name: { required: true },
      phone: { there: true },
      email: {},
      gender: {},
      birthDate: {},
      administrativeUnitCode: {},
      locale: {},
    },
    ignored: exportOnlyColumns,
    key: 'phone',
    repeated: 'PHONE_REPEATED',
    readCell(name, cell) {
      switch (name) {
        case 'name':
          return readShortText(cell, 200)
        case 'administrativeUnitCode':
          return readShortText(cell, 50)
        case 'gender':
          return readShortText(cell, 40)
        case 'phone':
          return readPhone(cell, parsePhone)
        case 'birthDate':
          return readBirthDate(cell)
        case 'email': {
          const read = readShortText(cell, 200)
          return read.problem || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(read.value) ? read : bad('BAD_EMAIL')
        }
        case 'locale':
          return readChoice(cell, localeByWord)
      }
    },
    checkRow: ({ name, phone }, broken) =>
      phone !== null || broken.has('phone') || anonymous.test(String(name)) ? [] : [['phone', { code: 'REQUIRED' }]],
  }
}

function readBirthDate(cell: Cell): Read<string> {
  const read = readDate(cell)
  return read.problem || /^(19|20)/.test(read.value) ? read : bad('NOT_A_DATE')
}
