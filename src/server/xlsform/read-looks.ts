/** The column appearance: of questions, of groups, and of groups whose questions are the rows of one table. */
import { wholeSection, wordsOf } from '#domain/surveys/appearances.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { Question, QuestionType } from '#domain/surveys/survey.ts'
import type { RowSection } from './read-rows.ts'
import type { FormRow } from './sheets.ts'

const table = 'table-list'

/** Without the words that the type itself says. */
export function readLook({ cells }: FormRow, type: QuestionType): string {
  if (traitsOf(type).isRecorded) return cells.get('parameters') ?? ''
  const own = wordsOf(traitsOf(type).form.appearance)
  return wordsOf(cells.get('appearance'))
    .filter((word) => !own.includes(word))
    .join(' ')
}

export function readSectionLook({ cells }: FormRow): string {
  const words = wordsOf(cells.get('appearance')).map((word) => (word === table ? wholeSection : word))
  return [...new Set(words)].join(' ')
}

/** Of the questions in a table the first one of each list shows the options as well. */
export function layTables({ row: section, questions }: RowSection, made: (row: FormRow) => Question | undefined): void {
  let before: string | undefined
  for (const { row, list, groups } of questions) {
    const isInTable = [section, ...groups].some((group) => wordsOf(group?.cells.get('appearance')).includes(table))
    const question = made(row)
    const isRow = isInTable && list !== undefined && question
    if (isRow)
      question.appearance = [list === before ? 'list-nolabel' : 'list', question.appearance].filter(Boolean).join(' ')
    before = isRow ? list : undefined
  }
}
