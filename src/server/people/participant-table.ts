/** The columns of a file of participants. */
import { participantColumns, participantList } from '#contract/people.ts'
import { locales } from '#domain/text/locale.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { readChoice, readDate, readPhone, shortText, textLike } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'
import { choicesByWord } from '../excel/words.ts'

export type ImportColumn = (typeof participantColumns)[number]

/** The further columns of an export; an import does not look at them. */
const exportOnlyColumns = participantList.columns.filter((key) => !participantColumns.some((name) => name === key))

/** An export has anonymised participants too: without a phone, under their remaining name. */
const anonymous = /^anonymous-[1-9]\d{0,14}$/
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function participantTable(parsePhone: PhoneParser): Table<ImportColumn> {
  const localeByWord = choicesByWord(locales, 'language')
  return {
    list: 'participants',
    columns: {
      name: { required: true, read: shortText(200) },
      phone: { there: true, read: (cell) => readPhone(cell, parsePhone) },
      email: { read: textLike(email, 'BAD_EMAIL', shortText(200)) },
      gender: { read: shortText(40) },
      birthDate: { read: textLike(/^(19|20)/, 'NOT_A_DATE', readDate) },
      administrativeUnitCode: { read: shortText(50) },
      locale: { read: (cell) => readChoice(cell, localeByWord) },
    },
    ignored: exportOnlyColumns,
    key: 'phone',
    repeated: 'PHONE_REPEATED',
    checkRow: ({ name, phone }, broken) =>
      phone !== null || broken.has('phone') || anonymous.test(String(name)) ? [] : [['phone', { code: 'REQUIRED' }]],
  }
}
