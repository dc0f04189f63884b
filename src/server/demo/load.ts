/**
 * The demo that a newcomer finds on the first start of the embedded database. The people of the demo do all of it
 * through the API. So it obeys every rule and leaves the same trail as real work.
 */
import { auth } from '#contract/auth.ts'
import { randomPassword } from '../people/create-admin.ts'
import { buildApp } from '../app.ts'
import type { Services } from '../services.ts'
import { type Connection, signIn, type ApiClient } from './api-client.ts'
import { mealsSurvey } from './content/meals-survey.ts'
import { demoStaff, type DemoPerson } from './content/staff.ts'
import { tellHouseholdStory } from './household-story.ts'
import { makeSurvey } from './make-survey.ts'
import { tellMarketStory } from './market-story.ts'
import { createReference } from './reference.ts'
import { createStaff, setStaffPassword } from './staff.ts'
import { demoState, isUntouched, noteDemo } from '../demo-state.ts'
import { demoWorkers, type Story } from './story.ts'
import { within } from './within.ts'
import { unitTree } from '#contract/administrative-units.ts'
import { csvLine } from '../excel/csv.ts'
import { mozambique } from './content/mozambique.ts'

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
