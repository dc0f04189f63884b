/** A survey for tests: made by the stores that the server itself uses, published unless said otherwise. */
import { sql } from 'kysely'
import type pg from 'pg'
import { toMinor } from '#domain/money/money.ts'
import type { QuestionType, Repeat, SurveyContent, SurveyStatus, Validation } from '#domain/surveys/survey.ts'
import { changedTexts } from '#domain/surveys/survey-texts.ts'
import { overPool } from '../db/pool.ts'
import type { Db } from '../db/pool.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { answerStore, loadContent, questionStore, sectionStore } from '../surveys/content-store.ts'
import { publishSurvey } from '../surveys/publish.ts'
import { newEncodedId, surveyStore } from '../surveys/store.ts'

interface GivenQuestion {
  code: string
  type: QuestionType
  /** Codes of the options; `other` asks for a text, `none` excludes all others. */
  options?: string[]
  required?: boolean
  validation?: Validation
  filterable?: boolean
  identifying?: boolean
  personal?: boolean
  relevant?: string
  constraint?: string
  calculation?: string
}

/** A section with more than its questions. */
interface GivenSection {
  relevant?: string
  repeat?: Repeat
  asks: GivenQuestion[]
}

export interface GivenSurvey {
  id: number
  encodedId: string
  title: string
  /** The published version, 0 for a draft. */
  version: number
  content: SurveyContent
  /** By code; throws when there is none. */
  question: (code: string) => { id: number; options: Record<string, number> }
}

export interface SurveySpec {
  title?: string
  status?: SurveyStatus
  /** Decimal amount for each response; makes the survey PAID. */
  amount?: string
  /** Responses in a set; makes it GROUPED. */
  setSize?: number
  currency?: string
  country?: string
  allowMultipleResponses?: boolean
  startsAt?: string
  endsAt?: string
  graceHours?: number
  participantLimit?: number
  participantRequired?: boolean
  companyId?: number
  ownerId?: number
  /** One for each section. */
  sections?: (GivenQuestion[] | GivenSection)[]
}

/** The moves that lead on from PUBLISHED. */
const beyondPublished: Partial<Record<SurveyStatus, SurveyStatus[]>> = {
  PAUSED: ['PAUSED'],
  CLOSED: ['CLOSED'],
  ARCHIVED: ['CLOSED', 'ARCHIVED'],
}

/** One question of every type, in two sections. Only `name` and `members` must be answered. */
const everyQuestionType: GivenQuestion[][] = [
  [
    { code: 'name', type: 'TEXT', required: true, validation: { maxLength: 80 }, identifying: true, personal: true },
    { code: 'members', type: 'INTEGER', required: true, validation: { min: 1, max: 30 } },
    { code: 'income', type: 'DECIMAL', validation: { min: 0 } },
    { code: 'visited', type: 'DATE' },
  ],
  [
    { code: 'village', type: 'SINGLE', options: ['god', 'ruaca', 'other'], filterable: true },
    { code: 'items', type: 'MULTIPLE', options: ['bicycle', 'radio', 'cow', 'none'] },
    { code: 'home', type: 'GEOPOINT' },
    { code: 'notes', type: 'LONG_TEXT' },
  ],
]

/** `given.survey`: everything as the owner of the tables, in one transaction. */
export function surveyFactory(owner: pg.Pool, next: () => number): (spec?: SurveySpec) => Promise<GivenSurvey> {
  const pool = overPool(owner, 'unnamed')
  return (spec = {}) =>
    pool.transaction().execute(async (db) => {
      const {
        title = `Survey ${next()}`,
        status = 'PUBLISHED',
        sections = everyQuestionType,
        amount,
        setSize,
        ...rest
      } = spec
      const currency = rest.currency ?? 'MZN'
      const paid =
        amount === undefined ? {} : { surveyType: 'PAID' as const, amountMinor: toMinor(amount, currency) ?? null }
      const grouped = setSize === undefined ? {} : { paymentAggregation: 'GROUPED' as const, aggregationCount: setSize }
      const texts = changedTexts(undefined, { title })
      const survey = await surveyStore.insert(db, { ...rest, ...paid, ...grouped, texts, encodedId: newEncodedId() })
      for (const [index, section] of sections.entries())
        await addSection(db, survey.id, index + 1, Array.isArray(section) ? { asks: section } : section)
      const to = status === 'PILOT' ? status : 'PUBLISHED'
      const by = { publishedBy: spec.ownerId, highest: {}, to } as const
      const version = status === 'DRAFT' ? 0 : (await publishSurvey(db, survey.id, by)).version.number
      const { [status]: further = [] } = beyondPublished
      for (const next of further)
        await sql`update survey set status = ${next}, status_reason = 'Given' where id = ${survey.id}`.execute(db)
      const content = contentOf(await loadContent(db, survey.id))
      return { id: survey.id, encodedId: survey.encodedId, title, version, content, question: questionFinder(content) }
    })
}

async function addSection(db: Db, surveyId: number, position: number, { asks, ...more }: GivenSection) {
  const section = await sectionStore.insert(db, { surveyId, title: { en: `Section ${position}` }, position, ...more })
  for (const [index, { options = [], ...fields }] of asks.entries()) {
    const text = { en: `Question ${fields.code}`, 'pt-br': `Pergunta ${fields.code}` }
    const place = { surveyId, sectionId: section.id, position: index + 1 }
    const question = await questionStore.insert(db, { validation: {}, ...fields, ...place, text })
    for (const [order, code] of options.entries()) {
      await answerStore.insert(db, {
        surveyId,
        questionId: question.id,
        code,
        text: { en: `Option ${code}`, 'pt-br': `Opção ${code}` },
        isOther: code === 'other',
        exclusive: code === 'none',
        position: order + 1,
      })
    }
  }
}

function questionFinder(content: SurveyContent): GivenSurvey['question'] {
  const questions = content.sections.flatMap((section) => section.questions)
  const byCode = new Map(
    questions.map(({ id, code, answers }) => [
      code,
      { id, options: Object.fromEntries(answers.map((answer) => [answer.code, answer.id])) },
    ]),
  )
  return (code) => {
    const question = byCode.get(code)
    if (!question) throw new Error(`No question ${code}`)
    return question
  }
}
