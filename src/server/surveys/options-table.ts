/** The columns of a file of options. */
import { answerCode, type OptionColumn } from '#contract/answers.ts'
import { defaultLanguage, languageCode } from '#domain/surveys/survey.ts'
import type { Cell } from '../excel/cell.ts'
import { bad, type Read, readChoice, readNumber, readShortText, readText } from '../excel/cells.ts'
import type { Table } from '../excel/read-table.ts'

const lastPosition = 1_000_000
const yesNo = new Map([
  ...['yes', 'true', '1', 'x', 'sim', '是'].map((word) => [word, 'yes'] as const),
  ...['no', 'false', '0', 'não', '否'].map((word) => [word, 'no'] as const),
])

export const optionTable: Table<OptionColumn> = {
  list: 'answers',
  columns: {
    code: { required: true },
    label: {},
    parentCode: {},
    order: { listed: 'position' },
    isOther: {},
    exclusive: {},
  },
  family: labelColumn,
  ignored: ['id', 'version', 'createdAt', 'updatedAt', 'surveyId', 'questionId', 'firstVersion'],
  key: 'code',
  repeated: 'CODE_REPEATED',
  readCell(name, cell) {
    switch (name) {
      case 'code':
      case 'parentCode':
        return readCode(cell)
      case 'order':
        return readOrder(cell)
      case 'isOther':
      case 'exclusive':
        return readChoice(cell, yesNo)
      case 'label':
      default:
        return readShortText(cell, 2000)
    }
  },
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

function readCode(cell: Cell): Read<string> {
  const read = readText(cell)
  return read.problem || answerCode.test(read.value) ? read : bad('OPTION_CODE')
}

function readOrder(cell: Cell): Read<number> {
  const read = readNumber(cell)
  if (read.problem) return read
  if (!Number.isInteger(read.value)) return bad('NOT_WHOLE')
  if (read.value < 1) return bad('TOO_SMALL', 1)
  return read.value > lastPosition ? bad('TOO_BIG', lastPosition) : read
}
