/** The columns of a survey's workbook: the fixed ones, then one per question, and one more for the text of an "other". */
import { takesOther } from '#domain/answers.ts'
import { type fixedColumns, type Question, questionsOf, type SurveyContent } from '#domain/survey.ts'

export type FixedCode = Exclude<(typeof fixedColumns)[number], 'siteCode' | 'administrativeUnitCode'>

const fixedCodes: readonly FixedCode[] = [
  'formKey',
  'participantPhone',
  'submittedAt',
  'latitude',
  'longitude',
  'accuracy',
]

export type Column =
  | { kind: 'fixed'; code: FixedCode; required: boolean }
  | { kind: 'answer' | 'other'; code: string; required: boolean; question: Question }

export function columnsOf(content: SurveyContent): Column[] {
  return [
    ...fixedCodes.map((code): Column => ({ kind: 'fixed', code, required: code === 'formKey' })),
    ...questionsOf(content).flatMap(questionColumns),
  ]
}

/** A question's code holds no dot, so the second column's name is free. */
function questionColumns(question: Question): Column[] {
  const { code, required } = question
  const answer: Column = { kind: 'answer', code, required, question }
  return takesOther(question) ? [answer, { kind: 'other', code: `${code}.other`, required: false, question }] : [answer]
}
