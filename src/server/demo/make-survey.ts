/** A whole survey written down in one piece, and made through the API: survey, sections, questions, answers in order. */
import type * as z from 'zod/mini'
import { type AnswerFields, answers } from '#contract/answers.ts'
import { type QuestionFields, questions } from '#contract/questions.ts'
import { sections } from '#contract/sections.ts'
import { skips } from '#contract/skips.ts'
import { type SurveyFields, surveys } from '#contract/surveys.ts'
import { type Localized, questionsOf } from '#domain/surveys/survey.ts'
import type { ApiClient } from './api-client.ts'

export type OptionPlan = Omit<z.input<typeof AnswerFields>, 'questionId'>

export interface QuestionPlan extends Omit<z.input<typeof QuestionFields>, 'sectionId'> {
  options?: readonly OptionPlan[]
}

export interface SectionPlan {
  title: Localized
  questions: readonly QuestionPlan[]
}

export interface SurveyPlan {
  survey: z.input<typeof SurveyFields>
  sections: readonly SectionPlan[]
  skips?: readonly SkipPlan[]
}

/** By the codes of questions and of the option: a respondent who chooses it goes on at `to`. */
interface SkipPlan {
  from: string
  is: string
  to: string
}

/** Makes the survey as a draft and returns its number. Throws an `ApiRefusal`; what was made until then stays. */
export async function makeSurvey(api: ApiClient, plan: SurveyPlan): Promise<number> {
  const { data: survey } = await api.call(surveys.create, { body: plan.survey })
  for (const { title, questions } of plan.sections) {
    const { data: section } = await api.call(sections.create, { body: { surveyId: survey.id, title } })
    for (const question of questions) await makeQuestion(api, section.id, question)
  }
  if (plan.skips) await makeSkips(api, survey.id, plan.skips)
  return survey.id
}

async function makeSkips(api: ApiClient, surveyId: number, plans: readonly SkipPlan[]): Promise<void> {
  const { data } = await api.call(surveys.get, { params: { id: surveyId } })
  const byCode = new Map(questionsOf(data).map((question) => [question.code, question]))
  for (const { from, is, to } of plans) {
    const asked = byCode.get(from)
    const answerId = asked?.answers.find(({ code }) => code === is)?.id ?? null
    const target = byCode.get(to)?.id ?? null
    const rule = { operator: 'EQ', answerId, action: 'JUMP_TO_QUESTION', target } as const
    await api.call(skips.create, { body: { ...rule, fromQuestionId: asked?.id ?? 0 } })
  }
}

async function makeQuestion(api: ApiClient, sectionId: number, { options = [], ...fields }: QuestionPlan) {
  const { data: question } = await api.call(questions.create, { body: { ...fields, sectionId } })
  for (const option of options) await api.call(answers.create, { body: { ...option, questionId: question.id } })
}
