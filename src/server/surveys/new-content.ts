/** The content of a survey that is made together with it. */
import type { NewSection } from '#contract/sections.ts'
import { byLanguage, type SurveyContent } from '#domain/surveys/survey.ts'
import { freeCodes } from '#domain/publishing/survey-rules.ts'
import { storedValidation } from './question-routes.ts'

/** With ids of its own, the places in order, and a free code for each part that names none. */
export function newContent(sections: readonly NewSection[]): SurveyContent {
  let id = 0
  const next = () => (id += 1)
  const free = freeCodes(
    'q',
    sections.flatMap(({ questions = [] }) => questions.flatMap(({ code }) => code ?? [])),
  )
  return {
    sections: sections.map(({ title, media, relevant, repeat, appearance, questions = [] }, place) => ({
      id: next(),
      title: byLanguage(title),
      media,
      relevant,
      repeat,
      appearance,
      position: place + 1,
      questions: questions.map(({ answers = [], ...question }, index) => ({
        ...question,
        id: next(),
        code: question.code ?? free(),
        text: byLanguage(question.text),
        help: byLanguage(question.help) ?? null,
        guidance: byLanguage(question.guidance) ?? null,
        required: question.required ?? false,
        validation: storedValidation(question.validation),
        filterable: question.filterable ?? false,
        identifying: question.identifying ?? false,
        personal: question.personal ?? false,
        position: index + 1,
        answers: optionsOf(answers, next),
      })),
    })),
  }
}

type NewAnswers = NonNullable<NonNullable<NewSection['questions']>[number]['answers']>

function optionsOf(answers: NewAnswers, next: () => number) {
  const free = freeCodes(
    '',
    answers.flatMap(({ code }) => code ?? []),
  )
  return answers.map((answer, index) => ({
    ...answer,
    id: next(),
    code: answer.code ?? free(),
    text: byLanguage(answer.text),
    isOther: answer.isOther ?? false,
    exclusive: answer.exclusive ?? false,
    position: index + 1,
  }))
}
