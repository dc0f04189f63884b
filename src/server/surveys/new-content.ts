/** The content of a survey that is made together with it. */
import type { NewSection } from '#contract/sections.ts'
import type { NewSkip } from '#contract/skips.ts'
import { byLanguage, choiceTypes, questionsOf, type SkipRule, type SurveyContent } from '#domain/surveys/survey.ts'
import { freeCodes } from '#domain/publishing/survey-rules.ts'
import { storedValidation } from './question-routes.ts'
import { unknownReference } from './refusals.ts'

/** With ids of its own, the places in order, and a free code for each part that names none. `taken`: codes of the survey. */
export function newContent(sections: readonly NewSection[], taken: readonly string[] = []): SurveyContent {
  let id = 0
  const next = () => (id += 1)
  const given = sections.flatMap(({ questions = [] }) => questions.flatMap(({ code }) => code ?? []))
  const free = freeCodes('q', [...taken, ...given])
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

/** The rules of new content. Throws UNKNOWN_REFERENCE for a question or an option that it does not have. */
export function newSkips(given: readonly NewSkip[], content: SurveyContent): SkipRule[] {
  const questions = new Map(questionsOf(content).map((question) => [question.code.toLowerCase(), question]))
  return given.map(({ from, option, to }, index) => {
    const source = questions.get(from.toLowerCase())
    if (!source) throw unknownReference(`skips[${index}].from`)
    const target = to === null ? undefined : questions.get(to.toLowerCase())
    if (to !== null && !target) throw unknownReference(`skips[${index}].to`)
    const ofOption = source.answers.find(({ code }) => code === option)
    const isOwn = choiceTypes.includes(source.type)
    if (option !== undefined && isOwn && !ofOption) throw unknownReference(`skips[${index}].option`)
    return {
      id: index + 1,
      fromQuestionId: source.id,
      operator: option === undefined ? 'ANSWERED' : source.type === 'MULTIPLE' ? 'CONTAINS' : 'EQ',
      value: isOwn ? null : (option ?? null),
      answerId: ofOption?.id ?? null,
      action: target ? 'JUMP_TO_QUESTION' : 'END',
      target: target?.id ?? null,
      // Rules of single options come first.
      priority: option === undefined ? 2 : 1,
    }
  })
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
