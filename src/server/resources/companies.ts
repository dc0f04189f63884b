import { companies } from '#contract/companies.ts'
import type { Db } from '../db/pool.ts'
import { tableStore } from '../records/table-store.ts'
import { reencodeImage, type ReencodedImage } from '../files/image.ts'
import { insertFile } from '../files/store.ts'
import { type Actor, on, type SpooledFile } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import type { Services } from '../services.ts'

const store = tableStore('company', companies, { search: ['title', 'category'] })
const crud = crudRoutes(companies, store)

/** The logo drawn again and its bytes kept, before the transaction opens. */
async function prepareLogo(services: Services, file: SpooledFile | undefined): Promise<ReencodedImage | undefined> {
  if (!file) return undefined
  const logo = await reencodeImage(file.path, 'logo')
  await services.files.put(logo.sha256, logo.bytes)
  return logo
}

async function logoColumn(db: Db, logo: ReencodedImage | undefined, actor: Actor): Promise<{ logoId?: number }> {
  if (!logo) return {}
  const { sha256, bytes } = logo
  const logoId = await insertFile(db, {
    sha256,
    mime: 'image/png',
    name: 'logo.png',
    bytes: bytes.length,
    createdBy: actor.id,
    openTo: 'ALL',
  })
  return { logoId }
}

const create = on(companies.create, async ({ body, file, services, actor, write, audit }) => {
  const logo = await prepareLogo(services, file)
  return write(async (db) => {
    const after = await store.insert(db, { ...body, ...(await logoColumn(db, logo, actor)) })
    audit({ action: 'companies.create', subjectType: 'company', subjectId: after.id, after })
    return after
  })
})

const update = on(companies.update, async ({ params, body, file, services, actor, write, audit }) => {
  const logo = await prepareLogo(services, file)
  const { version, ...changes } = body
  return write(async (db) => {
    const before = await store.lock(db, params.id, version)
    const after = await store.update(db, params.id, { ...changes, ...(await logoColumn(db, logo, actor)) })
    audit({ action: 'companies.update', subjectType: 'company', subjectId: params.id, before, after })
    return after
  })
})

export const companyRoutes = [crud.list, crud.get, create, update, crud.remove, crud.removeMany, crud.export]
