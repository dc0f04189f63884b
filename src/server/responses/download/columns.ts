/**
 * The columns of a survey's workbook: the fixed ones, then one per question, and one more for the text of an "other". A
 * section that repeats has a sheet of its own.
 */
import { otherKey, takesOther } from '#domain/answers/answers.ts'
import { rostersAround } from '#domain/answers/rosters.ts'
import { rosterNames } from '#domain/answers/roster-names.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import {
  type fixedColumns,
  isComputed,
  type Question,
  type Section,
  type SurveyContent,
} from '#domain/surveys/survey.ts'

/**
 * `_repetition` numbers a row in the sheet of a section that repeats, inside of the `_outerRepetition`. `_problem` has the earlier problems of the row;
 * the reader skips it. `_collector` comes last, as most files have none. Exports have more.
 */
export type FixedCode =
  | Exclude<(typeof fixedColumns)[number], 'siteCode' | 'administrativeUnitCode'>
  | '_repetition'
  | '_outerRepetition'
  | '_problem'
  | '_collector'
  | '_startedAt'
  | '_finishedAt'
  | '_deviceId'

const fixedCodes: readonly FixedCode[] = [
  'formKey',
  'participantPhone',
  'submittedAt',
  'latitude',
  'longitude',
  'accuracy',
]

/** `key`: where the value of a cell goes, among the answers for those of questions. A repetition adds its number to it. */
export type Column =
  | { kind: 'fixed'; code: FixedCode; key: FixedCode; required: boolean }
  | { kind: 'answer' | 'other'; code: string; key: string; required: boolean; question: Question }

/** Of the responses: a row each. */
export function columnsOf({ sections }: SurveyContent): Column[] {
  const once = sections.filter(({ repeat }) => !repeat)
  const answers = once.flatMap(({ questions }) => questions.flatMap(questionColumns))
  return [...fixedCodes.map(fixedColumn), ...answers, fixedColumn('_collector')]
}

/** What a file that is no template may have as well. */
export function exportColumnsOf(content: SurveyContent): Column[] {
  return [...columnsOf(content), ...(['_startedAt', '_finishedAt', '_deviceId'] as const).map(fixedColumn)]
}

/** The sheet of a section that repeats: a row for each repetition. */
export interface RosterSheet {
  name: string
  section: Section
  /** The section that it repeats in. */
  outer: Section | undefined
  columns: Column[]
}

export function rosterSheets({ sections }: SurveyContent): RosterSheet[] {
  const repeated = rostersAround(sections).filter((_, index) => sections[index]?.repeat)
  const names = rosterNames(repeated.flatMap((rosters) => rosters.at(-1) ?? []))
  return repeated.flatMap((rosters, index) => {
    const [section, outer] = rosters.toReversed()
    const fixed = ['formKey', ...(outer ? (['_outerRepetition'] as const) : []), '_repetition'] as const
    return section
      ? [
          {
            name: names[index] ?? '',
            section,
            outer,
            columns: [...fixed.map(fixedColumn), ...section.questions.flatMap(questionColumns)],
          },
        ]
      : []
  })
}

function fixedColumn(code: FixedCode): Column {
  return { kind: 'fixed', code, key: code, required: code === 'formKey' || code === '_outerRepetition' }
}

export const problemColumn = fixedColumn('_problem')

/** No person writes calculated answers. */
export function hasColumn(question: Question): boolean {
  return traitsOf(question.type).cell !== undefined && !isComputed(question)
}

/** A question's code holds no dot, so the second column's name is free. */
function questionColumns(question: Question): Column[] {
  const { id, code, required } = question
  if (!hasColumn(question)) return []
  const answer: Column = { kind: 'answer', code, key: String(id), required, question }
  if (!takesOther(question)) return [answer]
  return [answer, { kind: 'other', code: `${code}.other`, key: otherKey(question), required: false, question }]
}
