/** The file of the texts of a survey: code, place, source, target. */
import type { TranslationColumn } from '#contract/translations.ts'
import { shortText } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'

export const translationTable: Table<TranslationColumn> = {
  list: 'translations',
  columns: {
    code: { required: true, read: shortText(5000) },
    target: { there: true, read: shortText(20_000, 'many') },
  },
  ignored: ['place', 'source'],
  key: 'code',
  repeated: 'CODE_REPEATED',
}
