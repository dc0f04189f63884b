/** What was deleted comes back: with new ids, and with the options and rules that it had. */
import { type Answer, answers, optionFiles } from '#contract/answers.ts'
import { questions, type QuestionWithAnswers } from '#contract/questions.ts'
import { sections, type SectionWithQuestions } from '#contract/sections.ts'
import { type Skip, skips } from '#contract/skips.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { ObjectSchema } from '#contract/endpoint.ts'
import { newKey } from '../../../api/client.ts'
import { csvText } from '#domain/text/csv.ts'
import type { Builder } from './builder.ts'
import { type Part, questionsIn, rowOf } from './survey-parts.ts'

interface Copy {
  part: Part | { kind: 'skip'; id: number }
  row: SectionWithQuestions | QuestionWithAnswers | Answer | undefined
  rules: readonly Skip[]
}

export function copyOf(survey: SurveyDetail, part: Copy['part'], rules: readonly Skip[]): Copy {
  return { part, rules, row: part.kind === 'skip' ? undefined : rowOf(survey, part) }
}

export async function restore(builder: Builder, { part, row, rules }: Copy): Promise<void> {
  if (part.kind === 'section') await restoreSection(builder, row as SectionWithQuestions)
  if (part.kind === 'question') await restoreQuestion(builder, row as QuestionWithAnswers)
  if (part.kind === 'answer') await restoreOption(builder, row as Answer)
  for (const rule of rules) await restoreRule(builder, rule)
  await builder.reload()
}

/** The fields that a new record takes, of those that the row has. */
function given(fields: ObjectSchema, row: object): never {
  const known = Object.entries(row).filter(([name, value]) => name in fields.shape && value !== null)
  return Object.fromEntries(known) as never
}

async function restoreSection(builder: Builder, row: SectionWithQuestions): Promise<void> {
  const { data } = await builder.call(sections.create, { body: given(sections.fields, row), idempotencyKey: newKey() })
  builder.renamed('section', row.id, data.id)
  for (const question of row.questions) await restoreQuestion(builder, question)
}

async function restoreQuestion(builder: Builder, row: QuestionWithAnswers): Promise<void> {
  const body = {
    ...(given(questions.fields, row) as object),
    sectionId: builder.idNow('section', row.sectionId),
  } as never
  const { data } = await builder.call(questions.create, { body, idempotencyKey: newKey() })
  builder.renamed('question', row.id, data.id)
  if (row.answers.length === 0) return
  const file = new File([optionsText(row.answers)], 'options.csv', { type: 'text/csv' })
  await builder.call(optionFiles.upload, { params: { questionId: data.id }, file })
  const survey = await builder.reload()
  const made = questionsIn(survey).find(({ id }) => id === data.id)?.answers ?? []
  for (const { id, code } of row.answers) {
    const now = made.find((option) => option.code === code)
    if (now) builder.renamed('answer', id, now.id)
  }
}

function optionsText(options: readonly Answer[]): string {
  const languages = [...new Set(options.flatMap(({ text }) => Object.keys(text)))]
  const heading = [
    'code',
    ...languages.map((language) => `label_${language}`),
    'parentCode',
    'order',
    'isOther',
    'exclusive',
  ]
  const rows = options.map(({ code, text, parentCode, position, isOther, exclusive }) => [
    code,
    ...languages.map((language) => text[language] ?? ''),
    parentCode ?? '',
    String(position),
    isOther ? 'yes' : '',
    exclusive ? 'yes' : '',
  ])
  return csvText([heading, ...rows])
}

async function restoreOption(builder: Builder, row: Answer): Promise<void> {
  const body = {
    ...(given(answers.fields, row) as object),
    questionId: builder.idNow('question', row.questionId),
  } as never
  const { data } = await builder.call(answers.create, { body, idempotencyKey: newKey() })
  builder.renamed('answer', row.id, data.id)
}

async function restoreRule(builder: Builder, rule: Skip): Promise<void> {
  const { fromQuestionId, answerId, action, target, ...others } = rule
  const kind = action === 'JUMP_TO_SECTION' ? 'section' : 'question'
  const body = {
    ...(given(skips.fields, others) as object),
    fromQuestionId: builder.idNow('question', fromQuestionId),
    action,
    ...(answerId === null ? {} : { answerId: builder.idNow('answer', answerId) }),
    ...(target === null ? {} : { target: builder.idNow(kind, target) }),
  } as never
  const { data } = await builder.call(skips.create, { body, idempotencyKey: newKey() })
  builder.renamed('skip', rule.id, data.id)
}
