/** Every field that the seed names of a survey (§3) has a reader: some behaviour of the product changes with it. */
import { expect } from 'vitest'
import type * as z from 'zod/mini'
import { forms } from '#contract/response-files.ts'
import { responses } from '#contract/responses.ts'
import { sites } from '#contract/sites.ts'
import { subcategories } from '#contract/subcategories.ts'
import { surveyLife } from '#contract/survey-life.ts'
import { surveys } from '#contract/surveys.ts'
import type { Caller } from '../test/caller.ts'
import type { SurveySpec } from '../test/given-survey.ts'
import { refusalOf, rowsOf, send, workbook } from '../test/given-upload.ts'
import { test, type TestApp } from '../test/with-app.ts'

const seedFields = `title subcategoryId description summary accessibility siteId startsAt endsAt surveyType amount
  aggregationCount paymentAggregation allowMultipleResponses encodedId sections
  participantLimit participantRequired participantIds pilot graceHours`.split(/\s+/)

interface StaffApp extends TestApp {
  staff: Caller
}

/** What an observer sees, without the field and with it: the two must differ. */
type Reader = (app: StaffApp) => Promise<[without: unknown, with_: unknown]>

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
const make = (staff: Caller, body: object) => staff.call(surveys.create, { body: { title: 'Any', ...body } })
const total = async (staff: Caller, query: Record<string, string>) => (await staff.call(surveys.list, { query })).total

/** Rows of an upload: each of a participant of its own, of one and the same, or of none. */
type Phones = 'OWN' | 'SAME' | 'NONE'

interface UploadSpec {
  spec?: SurveySpec
  settings?: object
  who?: z.input<typeof surveyLife.setParticipants.body>
  count?: number
  phones?: Phones
}

/** How an upload ends: OK, or the code of its refusal. */
async function uploaded(
  { given, staff }: StaffApp,
  { spec = {}, settings, who, count = 1, phones = 'OWN' }: UploadSpec = {},
) {
  const survey = await given.survey(spec)
  const params = { id: survey.id }
  if (settings) await staff.call(surveys.update, { params, body: settings })
  if (who) await staff.call(surveyLife.setParticipants, { params, body: who })
  const rows = rowsOf(survey, count)
  const [first] = rows
  const phone = phones === 'SAME' ? (first?.['participantPhone'] ?? null) : null
  const filled = phones === 'OWN' ? rows : rows.map((row) => ({ ...row, participantPhone: phone }))
  const work = send(staff, survey, await workbook(survey, filled))
  return work.then(
    () => 'OK',
    async () => (await refusalOf(work)).code,
  )
}

/** The amount of the payment that an approval makes; null for none. */
async function paid({ given, staff, sql }: StaffApp, spec: SurveySpec, columns = ''): Promise<unknown> {
  const survey = await given.survey(spec)
  if (columns) await sql.owner.query(`update survey set ${columns} where id = $1`, [survey.id])
  const [response] = await given.responses(survey, 1)
  const moved = await staff.call(responses.move, {
    params: { id: response?.id ?? 0 },
    body: { formStatus: 'APPROVED' },
  })
  const { rows } = await sql.owner.query<{ status: string; amount: string }>(
    `select status, amount_minor::text as amount from payable where survey_id = $1`,
    [survey.id],
  )
  const [row] = rows
  expect(moved.data.status).toBe('APPROVED')
  return row?.status === 'ELIGIBLE' ? row.amount : null
}

const readers: Record<string, [behaviour: string, Reader]> = {
  title: [
    'a search finds it by that name',
    async ({ staff }) => {
      const found = async () => (await staff.call(surveys.search, { query: { name: 'wells' } })).total
      const before = await found()
      await make(staff, { title: { en: 'Wells', 'pt-br': 'Poços' } })
      return [before, await found()]
    },
  ],
  description: ['a reader of another language gets it in theirs', (app) => textsOf(app, 'description')],
  summary: ['a reader of another language gets it in theirs', (app) => textsOf(app, 'summary')],
  subcategoryId: [
    'the list is narrowed by it and its category',
    async ({ staff, given }) => {
      const { id: categoryId } = await given.category()
      const { id } = (await staff.call(subcategories.create, { body: { title: 'Rivers', categoryId } })).data
      const before = await total(staff, { categoryId: String(categoryId) })
      await make(staff, { subcategoryId: id })
      return [before, await total(staff, { categoryId: String(categoryId) })]
    },
  ],
  siteId: [
    'its responses are found by the site',
    async ({ staff, given }) => {
      const siteCategoryId = (await given.siteCategory()).id
      const site = (await staff.call(sites.create, { body: { title: 'Well', siteCategoryId } })).data
      const survey = await given.survey()
      await given.responses(survey, 1)
      const found = async () => (await staff.call(responses.list, { query: { siteId: String(site.id) } })).total
      const before = await found()
      await staff.call(surveys.update, { params: { id: survey.id }, body: { siteId: site.id } })
      return [before, await found()]
    },
  ],
  accessibility: [
    'staff without any access see it once it is public',
    async ({ staff, given, as }) => {
      const other = as(await given.admin({ permissions: ['surveys.read'] }))
      const { id } = await given.survey()
      const before = await total(other, {})
      await staff.call(surveys.update, { params: { id }, body: { accessibility: 'PUBLIC' } })
      return [before, await total(other, {})]
    },
  ],
  startsAt: [
    'no response is taken before it',
    async (app) => [await uploaded(app), await uploaded(app, { spec: { startsAt: hoursFromNow(1) } })],
  ],
  endsAt: [
    'no response is taken after it',
    async (app) => [await uploaded(app), await uploaded(app, { settings: { endsAt: hoursFromNow(-1) } })],
  ],
  graceHours: [
    'what comes late is judged row by row, no longer refused as a whole',
    async (app) => {
      const endsAt = hoursFromNow(-1)
      return [
        await uploaded(app, { settings: { endsAt } }),
        await uploaded(app, { settings: { endsAt, graceHours: 2 } }),
      ]
    },
  ],
  surveyType: [
    'an approval owes money',
    async (app) => [await paid(app, { amount: '9.00' }, `survey_type = 'FREE'`), await paid(app, { amount: '9.00' })],
  ],
  amount: [
    'an approval owes that much',
    async (app) => [await paid(app, { amount: '9.00' }), await paid(app, { amount: '8.00' })],
  ],
  paymentAggregation: [
    'one response alone is not paid',
    async (app) => {
      const grouped = `payment_aggregation = 'GROUPED', aggregation_count = 2`
      return [await paid(app, { amount: '9.00' }), await paid(app, { amount: '9.00' }, grouped)]
    },
  ],
  aggregationCount: [
    'a group is of that many, two at least',
    async ({ staff }) => {
      const body = { surveyType: 'PAID', amount: '9.00', paymentAggregation: 'GROUPED' }
      const made = await make(staff, { ...body, aggregationCount: 2 })
      return [made.data.aggregationCount, (await refusalOf(make(staff, { ...body, aggregationCount: 1 }))).code]
    },
  ],
  allowMultipleResponses: [
    'a participant answers again',
    async (app) => {
      const twice = { count: 2, phones: 'SAME' } as const
      return [await uploaded(app, twice), await uploaded(app, { ...twice, spec: { allowMultipleResponses: true } })]
    },
  ],
  encodedId: [
    'the survey is opened, changed and copied by it',
    async ({ staff, given }) => {
      const { encodedId } = await given.survey()
      const copy = await staff.call(surveys.duplicate, { params: { surveyId: encodedId } })
      await staff.call(surveys.update, { params: { id: encodedId }, body: { title: 'By its name' } })
      return [copy.data.title, (await staff.call(surveys.get, { params: { id: encodedId } })).data.title]
    },
  ],
  sections: [
    'the template of a workbook asks their questions',
    async ({ staff, given }) => {
      const size = async (sections: NonNullable<SurveySpec['sections']>) => {
        const { id } = await given.survey({ sections })
        return (await staff.raw(forms.template, { params: { surveyId: id } })).bytes.length
      }
      const question = { code: 'q', type: 'SINGLE' as const, options: ['a', 'b'] }
      return [await size([[question]]), await size([[question], [{ ...question, code: 'p' }]])]
    },
  ],
  participantLimit: [
    'no more participants are taken than it says',
    async (app) => {
      const two = { count: 2 }
      return [await uploaded(app, two), await uploaded(app, { ...two, who: { participantLimit: 1 } })]
    },
  ],
  participantRequired: [
    'a response without a phone is refused',
    async (app) => {
      const nameless = { phones: 'NONE' } as const
      return [await uploaded(app, nameless), await uploaded(app, { ...nameless, who: { participantRequired: true } })]
    },
  ],
  participantIds: [
    'only those listed may answer',
    async (app) => {
      const { id } = await app.given.participant()
      return [await uploaded(app), await uploaded(app, { who: { participantIds: [id] } })]
    },
  ],
  pilot: [
    'its responses make no payment and count in no total',
    async (app) => [await paid(app, { amount: '9.00' }), await paid(app, { amount: '9.00', status: 'PILOT' })],
  ],
}

async function textsOf({ staff }: StaffApp, field: 'description' | 'summary'): Promise<[unknown, unknown]> {
  const { data } = await make(staff, { [field]: { en: 'Water', 'pt-br': 'Água' } })
  const { data: after } = await staff.call(surveys.update, { params: { id: data.id }, body: { [field]: 'All water' } })
  expect(data[field]).toBe('Water')
  expect([after[field], after.texts[field]]).toEqual(['All water', { en: 'All water', 'pt-br': 'Água' }])
  return [data.texts[field], after.texts[field]]
}

test('each field of the seed has a reader', () => {
  expect(Object.keys(readers).sort()).toEqual([...seedFields].sort())
})

test.for(seedFields.map((field) => [field, readers[field]?.[0] ?? '', readers[field]?.[1]] as const))(
  '%s: %s',
  async ([_field, _behaviour, reader], { app }) => {
    const [without, with_] = (await reader?.({ ...app, staff: app.as(await app.given.admin()) })) ?? []
    expect(with_).not.toEqual(without)
  },
)
