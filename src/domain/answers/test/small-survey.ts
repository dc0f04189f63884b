/** Contents written out in few words, for tests of rules over them. */
import { keyOfRef, meaningOf } from '../answer-keys.ts'
import {
  type AnswerOption,
  questionsOf,
  type Question,
  type Section,
  type SkipRule,
  type SurveyContent,
} from '../../surveys/survey.ts'

/** A question of which `more` says what matters. Its text is its code. */
export function plainQuestion(id: number, more: Partial<Question> = {}): Question {
  const { code = `q${id}` } = more
  const flags = { required: false, filterable: false, identifying: false, personal: false }
  const empty = { help: null, validation: {}, ...flags, answers: [] }
  return { id, code, type: 'TEXT', text: { en: code }, position: id, ...empty, ...more }
}

type GivenQuestion = Partial<Omit<Question, 'answers'>> &
  Pick<Question, 'code' | 'type'> & { options?: readonly string[] }

/** The question at this place: its id is the place, counted from 1 and by hundreds. */
export function smallQuestion({ options = [], ...fields }: GivenQuestion, place = 0): Question {
  const id = (place + 1) * 100
  const answers = options.map((code, index): AnswerOption => {
    return { id: id + index, code, text: { en: code }, isOther: false, exclusive: code === 'none', position: index + 1 }
  })
  return plainQuestion(id, { text: { en: 'What?' }, position: place + 1, answers, ...fields })
}

type GivenRule = Partial<SkipRule> & { from: string; to?: string }

/** `to`: the code of a question, `#2` for the second section; without it the end. */
export function smallSurvey(
  sections: (GivenQuestion[] | (Partial<Section> & { asks: GivenQuestion[] }))[],
  rules: GivenRule[] = [],
): SurveyContent {
  let place = 0
  const built = sections.map((given, index): Section => {
    const { asks, ...more } = Array.isArray(given) ? { asks: given } : given
    const questions = asks.map((each) => smallQuestion(each, place++))
    return { id: index + 1, title: { en: 'Section' }, position: index + 1, ...more, questions }
  })
  const idOf = (code = '') => questionsOf({ sections: built }).find((question) => question.code === code)?.id ?? 0
  const skips = rules.map(({ from, to, ...rule }, index): SkipRule => {
    const toSection = to?.startsWith('#') ?? false
    return {
      id: index + 1,
      fromQuestionId: idOf(from),
      operator: 'ANSWERED',
      value: null,
      answerId: null,
      action: to === undefined ? 'END' : toSection ? 'JUMP_TO_SECTION' : 'JUMP_TO_QUESTION',
      target: to === undefined ? null : toSection ? Number(to.slice(1)) : idOf(to),
      priority: 1,
      ...rule,
    }
  })
  return skips.length === 0 ? { sections: built } : { sections: built, skips }
}

/** The same answers by the ids of their questions, given by their codes. */
export function answersById(content: SurveyContent, byCode: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(byCode).map(([code, value]) => [keyOfRef(content, code), value]))
}

/** The codes of some questions, by the keys of their answers; `code.2` in the second repetition. */
export function codesOf(content: SurveyContent, keys: Iterable<string>): string[] {
  const places = new Map(questionsOf(content).map(({ id }, place) => [id, place]))
  const found = [...keys].flatMap((key) => {
    const { question, repetition } = meaningOf(content, key) ?? {}
    if (!question) return []
    const name = repetition === undefined ? question.code : `${question.code}.${repetition}`
    return [{ name, place: places.get(question.id) ?? 0 }]
  })
  return found.toSorted((one, other) => one.place - other.place).map(({ name }) => name)
}
