/** The columns of a file of options. */
import { answerCode, type OptionColumn } from '#contract/answers.ts'
import { defaultLanguage, languageCode } from '#domain/surveys/survey.ts'
import type { Cell } from '../excel/cell.ts'
import { readChoice, shortText, textLike, whole } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'

const lastPosition = 1_000_000
const yesNo = new Map([
  ...['yes', 'true', '1', 'x', 'sim', '是'].map((word) => [word, 'yes'] as const),
  ...['no', 'false', '0', 'não', '否'].map((word) => [word, 'no'] as const),
])
const readYesNo = (cell: Cell) => readChoice(cell, yesNo)
const readCode = textLike(answerCode, 'OPTION_CODE')

export const optionTable: Table<OptionColumn> = {
  list: 'answers',
  columns: {
    code: { required: true, read: readCode },
    label: { read: shortText(2000) },
    parentCode: { read: readCode },
    order: { listed: 'position', read: whole(1, lastPosition) },
    isOther: { read: readYesNo },
    exclusive: { read: readYesNo },
  },
  family: { of: 'label', nameOf: labelColumn },
  ignored: ['id', 'version', 'createdAt', 'updatedAt', 'surveyId', 'questionId', 'firstVersion'],
  key: 'code',
  repeated: 'CODE_REPEATED',
}

/** `label_pt-br` → the text in that language; also as `label_pt_br`, and `label_en` for `label`. */
function labelColumn(heading: string): OptionColumn | undefined {
  const [, written = ''] = /^label_(.+)$/.exec(heading) ?? []
  const language = written.replaceAll('_', '-')
  if (!languageCode.test(language)) return undefined
  return language === defaultLanguage ? 'label' : `label_${language}`
}

/** The language of a column of labels; undefined of any other column. */
export function languageOf(column: string): string | undefined {
  if (column === 'label') return defaultLanguage
  return /^label_(.+)$/.exec(column)?.[1]
}
