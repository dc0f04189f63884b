import { type FieldProblem, problem } from '#domain/problems.ts'
import { type Site, sites } from '#contract/sites.ts'
import type { PhoneParser } from '#domain/people/phone.ts'
import { type SiteFacts, siteProblems } from '#domain/people/site.ts'
import type { Db } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import { phoneParser } from '../phones.ts'
import { importRoute } from './import.ts'
import { siteMap } from './map.ts'
import { siteStore, unknownReferences } from './store.ts'
import { templateRoute } from './template.ts'

const crud = crudRoutes(sites, siteStore)

/** The fields to write, with the phone as E.164. Throws all of their problems at once. */
async function checkedFields<F extends SiteFacts>(
  db: Db,
  parsePhone: PhoneParser,
  changes: F,
  before?: Site,
): Promise<F> {
  const { contactPhone } = changes
  const { value: phone = null, problem: unfit } = contactPhone ? parsePhone(contactPhone) : {}
  // The one that is stored was good when it came.
  const facts: SiteFacts = { ...before, ...(changes as SiteFacts), contactPhone }
  const problems: FieldProblem[] = siteProblems(facts, () => unfit)
  const unknown = await unknownReferences(db, changes)
  problems.push(...unknown.map((field) => problem(field, 'UNKNOWN_REFERENCE')))
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  return contactPhone === undefined ? changes : { ...changes, contactPhone: phone }
}

const create = on(sites.create, async ({ db, body, audit, services }) => {
  const fields = await checkedFields(db, phoneParser(services.settings.phoneCountry), body)
  const after = await siteStore.insert(db, fields)
  audit({ action: 'sites.create', subjectType: 'site', subjectId: after.id, after })
  return after
})

const update = on(sites.update, async ({ db, params, body, audit, services }) => {
  const { version, ...changes } = body
  const before = await siteStore.lock(db, params.id, version)
  const fields = await checkedFields(db, phoneParser(services.settings.phoneCountry), changes, before)
  const after = await siteStore.update(db, before.id, fields)
  audit({ action: 'sites.update', subjectType: 'site', subjectId: before.id, before, after })
  return after
})

const map = on(sites.map, ({ db, query: { window, cells, ...filter } }) => siteMap(db, filter, window, cells))

export const siteRoutes = [
  map,
  templateRoute,
  importRoute,
  crud.list,
  crud.get,
  create,
  update,
  crud.remove,
  crud.removeMany,
  crud.export,
]
