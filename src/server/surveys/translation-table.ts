/** The file of the texts of a survey: code, place, source, target. */
import type { TranslationColumn } from '#contract/translations.ts'
import { readShortText } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'

export const translationTable: Table<TranslationColumn> = {
  list: 'translations',
  columns: { code: { required: true }, target: { there: true } },
  ignored: ['place', 'source'],
  key: 'code',
  repeated: 'CODE_REPEATED',
  readCell: (name, cell) => readShortText(cell, 5000, name === 'target' ? 'many' : 'one'),
}
