/** The columns of a survey's workbook: the fixed ones, then one per question, and one more for the text of an "other". */
import { otherKey, takesOther } from '#domain/answers.ts'
import {
  fileTypes,
  type fixedColumns,
  type Question,
  questionsOf,
  type QuestionType,
  type SurveyContent,
} from '#domain/survey.ts'

export type FixedCode = Exclude<(typeof fixedColumns)[number], 'siteCode' | 'administrativeUnitCode'>

const fixedCodes: readonly FixedCode[] = [
  'formKey',
  'participantPhone',
  'submittedAt',
  'latitude',
  'longitude',
  'accuracy',
]

/** `key`: where the value of a cell goes, among the answers for those of questions. */
export type Column =
  | { kind: 'fixed'; code: FixedCode; key: FixedCode; required: boolean }
  | { kind: 'answer' | 'other'; code: string; key: string; required: boolean; question: Question }

export function columnsOf(content: SurveyContent): Column[] {
  return [
    ...fixedCodes.map((code): Column => ({ kind: 'fixed', code, key: code, required: code === 'formKey' })),
    ...questionsOf(content).flatMap(questionColumns),
  ]
}

/** Files do not fit into cells, and a note asks nothing. No person writes calculated answers. */
const withoutColumn: readonly QuestionType[] = [...fileTypes, 'NOTE']

/** A question's code holds no dot, so the second column's name is free. */
function questionColumns(question: Question): Column[] {
  const { id, code, required, calculation } = question
  if (withoutColumn.includes(question.type) || calculation) return []
  const answer: Column = { kind: 'answer', code, key: String(id), required, question }
  if (!takesOther(question)) return [answer]
  return [answer, { kind: 'other', code: `${code}.other`, key: otherKey(question), required: false, question }]
}
