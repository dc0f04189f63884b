/**
 * The demo that a newcomer finds on the first start of the embedded database. The people of the demo do all of it
 * through the API. So it obeys every rule and leaves the same trail as real work.
 */
import { auth } from '#contract/auth.ts'
import { createAdmin, randomPassword } from '../people/create-admin.ts'
import { buildApp } from '../app.ts'
import type { Services } from '../services.ts'
import { type ApiClient, type Connection, signIn } from './api-client.ts'
import { mealsSurvey } from './content/meals-survey.ts'
import { type DemoPerson, demoStaff } from './content/staff.ts'
import { makeSurvey } from './make-survey.ts'
import { createReference, type Filing } from './reference.ts'
import { demoState, isUntouched, noteDemo } from './state.ts'
import { demoWorkers, inDays, type Story } from './story.ts'
import { within } from './within.ts'
import { unitTree } from '#contract/administrative-units.ts'
import { csvLine } from '../excel/csv.ts'
import { mozambique } from './content/mozambique.ts'
import { payments, type StepResult } from '#contract/payments.ts'
import { floats } from '#contract/floats.ts'
import { surveys } from '#contract/surveys.ts'
import { type Fate, householdResponses } from './content/household-responses.ts'
import { householdSurvey } from './content/household-survey.ts'
import { giveRole } from './give-access.ts'
import { nameParticipants, requireAll, review, uploadResponses } from './responses.ts'
import { sites } from '#contract/sites.ts'
import { tasks } from '#contract/tasks.ts'
import { sql } from 'kysely'
import { writeAudit } from '../audit.ts'
import { hashPassword, verifyPassword } from '../people/sign-in/passwords.ts'
import { type Database, type Db, openAsOwner } from '../db/pool.ts'
import { inTransaction } from '../db/transaction.ts'
import { enumerators, type MarketFate, marketResponses } from './content/market-responses.ts'
import { marketSurvey } from './content/market-survey.ts'

async function tellMarketStory(story: Story, filing: Filing): Promise<void> {
  const { manager, reviewer } = story.staff
  const surveyId = await makeSurvey(manager, marketSurvey({ filing, startsAt: inDays(story, -63) }))
  await manager.call(surveys.publish, { params: { surveyId } })
  await giveRole(manager, surveyId, { role: 'Reviewer', right: 'REVIEW' })
  const visits = marketResponses(story.now)
  const rows = visits.map(({ cells }) => cells)
  const idOf = await uploadResponses(manager, surveyId, { name: 'market-prices.xlsx', rows })
  await nameParticipants(story.db, enumerators)

  const ids = (wanted: MarketFate) =>
    visits.filter(({ fate }) => fate === wanted).map(({ formKey }) => idOf.get(formKey) ?? 0)
  await review(reviewer, 'APPROVED', ids('APPROVED'))
  await review(reviewer, 'REJECTED', ids('REJECTED'), 'The prices are those of the week before.')
  await review(reviewer, 'IN_REVIEW', ids('HAS_ISSUES'))
  await review(reviewer, 'HAS_ISSUES', ids('HAS_ISSUES'), 'Rice per sack, not per kg?')
}

/** One at a time: an administrator first, then everybody else. */
async function createStaff(ownerUrl: string, password: string): Promise<void> {
  const database = openAsOwner(ownerUrl)
  try {
    await inTransaction(database.db, async (tx) => {
      for (const person of demoStaff) await createAdmin(tx, { ...person, password })
    })
  } finally {
    await database.close()
  }
}

/**
 * Gives the demo staff this password from now on and ends the sessions of those whose password was another. Accounts that
 * were renamed or removed since are left alone.
 */
async function setStaffPassword({ db }: Database, password: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const accounts = await staffAccounts(tx)
    const same = await Promise.all(
      accounts.map(({ passwordHash }) => verifyPassword(password, passwordHash ?? undefined)),
    )
    for (const { id } of accounts.filter((_, index) => !same[index])) {
      await sql`update person set password_hash = ${await hashPassword(password)}, version = version + 1,
        updated_at = now() where id = ${id}`.execute(tx)
      await sql`delete from session where person_id = ${id}`.execute(tx)
      const entry = { action: 'people.password', subjectType: 'person', subjectId: id }
      await writeAudit(tx, [entry], { actorId: 0, requestId: 'demo data', address: 'local' })
    }
  })
}

interface Account {
  id: number
  passwordHash: string | null
}

async function staffAccounts(db: Db): Promise<Account[]> {
  const { rows } = await sql<Account>`
    select id, password_hash as "passwordHash" from person
    where username = any(${demoStaff.map(({ username }) => username)}) and admin_type = 'ADMIN'
    order by id for no key update`.execute(db)
  return rows
}

const floatAmount = '500000.00'

/** The response of these was approved, so that a payment exists. */
const owed: Fate[] = ['PAID', 'APPROVED', 'INITIATED', 'PAYMENT_REJECTED', 'PAYMENT_CANCELLED', 'ELIGIBLE']

async function tellHouseholdStory(story: Story, filing: Filing): Promise<void> {
  const { manager, reviewer } = story.staff
  const plan = householdSurvey({ filing, startsAt: inDays(story, -60), endsAt: inDays(story, 120) })
  const surveyId = await makeSurvey(manager, plan)
  await manager.call(surveys.publish, { params: { surveyId } })
  await giveRole(manager, surveyId, { role: 'Reviewer', right: 'REVIEW' })
  const households = householdResponses(story.now)
  const rows = households.map(({ cells }) => cells)
  const idOf = await uploadResponses(manager, surveyId, { name: 'households.xlsx', rows })
  await nameParticipants(
    story.db,
    households.map(({ participant }) => participant),
  )

  const ids = (...fates: Fate[]) =>
    households.filter(({ fate }) => fates.includes(fate)).map(({ formKey }) => idOf.get(formKey) ?? 0)
  await review(reviewer, 'APPROVED', ids(...owed))
  await review(reviewer, 'REJECTED', ids('REJECTED'), 'Interviewed twice: see the form of the week before.')
  await review(reviewer, 'IN_REVIEW', ids('IN_REVIEW', 'HAS_ISSUES', 'PAYMENT_CANCELLED'))
  await review(reviewer, 'HAS_ISSUES', ids('HAS_ISSUES'), 'The walking time does not fit the distance to the source.')
  await pay(story, ids)
  await planVisits(story, surveyId)
}

/** Three people take the steps. The money goes out when the worker runs. */
async function pay({ staff, now }: Story, ids: (...fates: Fate[]) => number[]): Promise<void> {
  const { initiator, approver, authorizer } = staff
  const { data: topUp } = await approver.call(floats.ask, {
    body: {
      into: { currency: 'MZN', amount: floatAmount },
      reference: 'DEMO-1',
      day: now.toISOString().slice(0, 10),
      note: 'Made up for the demo: no real money moved.',
    },
  })
  await authorizer.call(floats.confirm, { params: { id: topUp.id } })
  const initiated = { locationIds: ids('PAID', 'APPROVED', 'INITIATED', 'PAYMENT_REJECTED') }
  const wrong = { reason: 'WRONG_PHONE', reasonText: 'The number belongs to somebody else.' }
  const rejected = { ...wrong, locationIds: ids('PAYMENT_REJECTED') }
  const steps: (() => Promise<{ data: StepResult }>)[] = [
    () => initiator.call(payments.bulkInitiate, { body: initiated }),
    () => approver.call(payments.bulkApprove, { body: { locationIds: ids('PAID', 'APPROVED') } }),
    () => approver.call(payments.bulkReject, { body: rejected }),
    () => authorizer.call(payments.bulkAuthorize, { body: { locationIds: ids('PAID') } }),
  ]
  for (const step of steps) requireAll((await step()).data)
}

const visitedSites = 12

/** Visits that are still to be made: a task for each of some sites, those of one site with a person already. */
async function planVisits(story: Story, surveyId: number): Promise<void> {
  const { manager, reviewer } = story.staff
  const { list } = await manager.call(sites.list, { query: { pageSize: String(visitedSites), sort: 'title' } })
  for (const [index, { id: siteId, title }] of list.entries()) {
    const note = `Visit ${title}: count the households that come for water.`
    const dueAt = inDays(story, 7 + index)
    await manager.call(tasks.create, { body: { surveyId, siteId, dueAt, note } })
  }
  const { user } = (await reviewer.call(auth.user)).user
  const filter = { siteId: String(list[0]?.id), status: '0' }
  await manager.call(tasks.assign, { body: { filter, expected: 1, assigneeId: user.id } })
}

export interface Demo {
  staff: readonly DemoPerson[]
  /** Of all of them: made up just now, the value of CANVASS_DEMO_PASSWORD, or one from an earlier start. */
  password: { kind: 'MADE'; text: string } | { kind: 'SETTING' } | { kind: 'EARLIER' }
}

/**
 * Loads the demo data into an embedded database that was never used. Where a demo is loaded already, its staff get the
 * password of CANVASS_DEMO_PASSWORD. Undefined where there is no demo: it was cleared, or real work has begun. Throws an
 * Error with one line when demo payments could reach a real provider.
 */
export async function loadDemo(services: Services, ownerUrl: string, now = new Date()): Promise<Demo | undefined> {
  const { database, settings } = services
  const { demoPassword, provider } = settings
  if (settings.database.kind === 'external') return undefined
  const state = await demoState(database.db)
  if (state === 'loaded') {
    if (provider !== undefined)
      throw new Error('PROVIDER_URL is not for demo data: leave it out, or remove them by npm run demo:clear')
    if (demoPassword !== undefined) await setStaffPassword(database, demoPassword)
    return { staff: demoStaff, password: { kind: demoPassword === undefined ? 'EARLIER' : 'SETTING' } }
  }
  if (state === 'cleared' || provider !== undefined || !(await isUntouched(database.db))) return undefined
  const password = demoPassword ?? randomPassword()
  await noteDemo(database.db, 'begun')
  await createStaff(ownerUrl, password)
  await fill(services, password, now)
  await noteDemo(database.db, 'loaded')
  return {
    staff: demoStaff,
    password: demoPassword === undefined ? { kind: 'MADE', text: password } : { kind: 'SETTING' },
  }
}

async function fill(services: Services, password: string, now: Date): Promise<void> {
  // Hundreds of calls that no user made are no news for the log.
  const server = await buildApp({ ...services, settings: { ...services.settings, logLevel: 'silent' } })
  try {
    const connection = { url: 'http://canvass', send: within(server) }
    const staff = await signInStaff(connection, password)
    await tellStories({ staff, db: services.database.db, now })
    for (const client of Object.values(staff)) await client.call(auth.signout)
  } finally {
    await server.close()
  }
}

async function signInStaff(connection: Connection, password: string): Promise<Story['staff']> {
  const entries = demoWorkers.map(async (username) => [username, await signIn(connection, username, password)] as const)
  return Object.fromEntries(await Promise.all(entries)) as Story['staff']
}

async function tellStories(story: Story): Promise<void> {
  const { manager } = story.staff
  await importUnits(manager)
  const filings = await createReference(manager)
  await tellHouseholdStory(story, filings.household)
  await tellMarketStory(story, filings.market)
  await makeSurvey(manager, mealsSurvey(filings.meals))
}

/** The places of the demo, loaded by the import that everybody uses. */
async function importUnits(manager: ApiClient): Promise<void> {
  const lines = [['code', 'name', 'parentCode'], ...mozambique()].map(csvLine)
  await manager.call(unitTree.importUnits, { file: new File(lines, 'mozambique.csv') })
}
