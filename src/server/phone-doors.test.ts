/** Every way in of a phone number: without a known country a local number is refused, never taken as one from elsewhere. */
import { Buffer } from 'node:buffer'
import { expect, onTestFinished } from 'vitest'
import { people } from '#contract/people.ts'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { csvLine } from './excel/csv.ts'
import { someAnswers } from './test/given-responses.ts'
import type { GivenSurvey } from './test/given-survey.ts'
import { send, workbook } from './test/given-upload.ts'
import { filledRow } from './test/given-workbook.ts'
import { test, type TestApp } from './test/with-app.ts'
import { untilWaiting } from './test/until-waiting.ts'

/** Local in Cameroon; with a + in front numbers of New Caledonia, Tokelau, and Wallis and Futuna. */
const locals = ['687751234', '690723456', '681721234']

let counter = 0
const word = () => `d${Date.now().toString(36)}${(counter += 1)}`

function upload(survey: GivenSurvey, phones: readonly string[]) {
  const { content } = survey
  return workbook(
    survey,
    phones.map((phone) => filledRow(content, { formKey: word(), phone, answers: someAnswers(content) })),
  )
}

function csv(lines: string[][]) {
  return { name: 'many.csv', bytes: Buffer.from(lines.map(csvLine).join('')) }
}

const refused = (path: string) => ({
  code: 'VALIDATION_FAILED',
  errors: [{ path, code: 'PHONE_COUNTRY_NEEDED', message: expect.stringContaining('+258 84 123 4567') }],
})
const refusedRows = (column: string, place: string) => ({
  code: 'WORKBOOK_ROWS_INVALID',
  data: {
    problems: locals.map((_, index) => ({ column, cell: place + (index + 2), code: 'PHONE_COUNTRY_NEEDED' })),
  },
})

/** Each sends a number through one way in and sees it refused. */
const doors: Record<string, (app: TestApp, phone: string) => Promise<unknown>> = {
  async 'a new participant'({ given, as }, phone) {
    const staff = as(await given.admin())
    const made = staff.call(people.create, { body: { adminType: 'PARTICIPANT', name: 'Ana', phone } })
    await expect(made).rejects.toMatchObject(refused('phone'))
  },
  async 'a participant who changes'({ given, as }, phone) {
    const staff = as(await given.admin())
    const { id } = await given.participant()
    const changed = staff.call(people.update, { params: { id }, body: { phone } })
    await expect(changed).rejects.toMatchObject(refused('phone'))
  },
  async 'new staff'({ given, as }, phone) {
    const staff = as(await given.admin({ role: 'ADMINISTRATOR' }))
    const { id: roleId } = await given.role(['companies.read'])
    const body = { adminType: 'ADMIN', name: 'Ana', username: word(), roleId, phone }
    await expect(staff.call(people.create, { body })).rejects.toMatchObject(refused('phone'))
  },
  async 'the contact of a site'({ given, as }, phone) {
    const staff = as(await given.admin())
    const { id: siteCategoryId } = await given.siteCategory()
    const made = staff.call(sites.create, { body: { title: 'Well', siteCategoryId, contactPhone: phone } })
    await expect(made).rejects.toMatchObject(refused('contactPhone'))
  },
}

test.for(Object.entries(doors))('%s needs a phone whose country is known', async ([_, refuses], { app }) => {
  for (const phone of locals) await refuses(app, phone)
})

test('files of participants and sites name every row whose phone has no known country', async ({ staff, given }) => {
  const { title: kind } = await given.siteCategory({ title: word() })
  const somebody = csv([['name', 'phone'], ...locals.map((phone) => ['Ana', phone])])
  await expect(staff.call(people.importParticipants, { file: somebody })).rejects.toMatchObject(
    refusedRows('phone', 'B'),
  )
  const heading = ['code', 'title', 'siteCategory', 'contactPhone']
  const places = csv([heading, ...locals.map((phone) => [word(), 'Well', kind, phone])])
  await expect(staff.call(sites.import, { file: places })).rejects.toMatchObject(refusedRows('contactPhone', 'D'))
})

const unnamed: [which: string, spec: Parameters<TestApp['given']['survey']>[0]][] = [
  ['paid in XAF', { amount: '500', currency: 'XAF' }],
  ['without pay', {}],
]

test.for(unnamed)(
  'a survey %s takes local phones only once it names its country',
  async ([_, spec], { given, as, sql }) => {
    const staff = as(await given.admin())
    const survey = await given.survey(spec)
    const bytes = await upload(survey, locals)
    await expect(send(staff, survey, bytes)).rejects.toMatchObject({
      code: 'WORKBOOK_ROWS_INVALID',
      data: {
        problems: locals.map((_, index) => ({
          row: index + 3,
          column: 'participantPhone',
          code: 'PHONE_COUNTRY_NEEDED',
        })),
      },
    })
    const name = (country: string) => staff.call(surveys.update, { params: { id: survey.id }, body: { country } })
    await expect(name('XX')).rejects.toMatchObject({ errors: [{ path: 'country', code: 'NOT_ALLOWED' }] })
    await name('CM')
    expect((await send(staff, survey, bytes)).data).toMatchObject({ created: 3 })
    const { rows } = await sql.owner.query<{ phone: string }>(
      `select phone from person join form on form.participant_id = person.id where survey_id = $1 order by form.id`,
      [survey.id],
    )
    expect(rows.map(({ phone }) => phone)).toEqual(locals.map((phone) => `+237${phone}`))
  },
)

test('an upload is refused when the survey is given another country while it is read', async ({
  staff,
  given,
  sql,
}) => {
  const survey = await given.survey({ country: 'CM' })
  const bytes = await upload(survey, locals)
  const other = await sql.owner.connect()
  onTestFinished(() => other.release(true))
  await other.query('begin')
  await other.query(`update survey set country = 'NC' where id = $1`, [survey.id])
  const sent = send(staff, survey, bytes).catch((error: unknown) => error)
  await untilWaiting(sql)
  await other.query('commit')
  expect(await sent).toMatchObject({ status: 409, code: 'STALE' })
})
