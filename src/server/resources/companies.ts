import { readFile } from 'node:fs/promises'
import { companies } from '#contract/companies.ts'
import type { Db } from '../db/pool.ts'
import { tableStore } from '../db/table-store.ts'
import { bytesOf, pictureText, reencodeImage, type ReencodedImage } from '../files/image.ts'
import { bytesOfFile, keepFile } from '../files/store.ts'
import { type Actor, on, type SpooledFile } from '../http/context.ts'
import { crudRoutes } from '../records/crud.ts'
import type { Services } from '../services.ts'

const store = tableStore('company', companies, { search: ['title', 'category'] })
const crud = crudRoutes(companies, store)

/** The logo as a text; null without one. */
async function logoText(
  db: Db,
  files: Services['files'],
  { logoId }: { logoId: number | null },
): Promise<string | null> {
  if (logoId === null) return null
  return pictureText(await bytesOfFile(db, files, logoId), 'logo')
}

/** The logo drawn again, before the transaction opens. A text comes where there is no file. */
export async function prepareLogo(
  file: SpooledFile | undefined,
  text?: string | null,
): Promise<ReencodedImage | undefined> {
  if (!file && typeof text !== 'string') return undefined
  return reencodeImage(file ? await readFile(file.path) : bytesOf(text ?? ''), 'logo')
}

export async function logoColumn(
  db: Db,
  { files }: Services,
  logo: ReencodedImage | undefined,
  actor: Actor,
): Promise<{ logoId?: number }> {
  if (!logo) return {}
  const { sha256, bytes: content } = logo
  const logoId = await keepFile(db, files, {
    sha256,
    content,
    mime: 'image/png',
    name: 'logo.png',
    bytes: content.length,
    createdBy: actor.id,
    openTo: 'ALL',
  })
  return { logoId }
}

const get = on(companies.get, async ({ db, params, services }) => {
  const company = await store.get(db, params.id)
  return { ...company, logo: await logoText(db, services.files, company) }
})

const create = on(
  companies.create,
  async ({ body: { logo: text, ...fields }, file, services, actor, write, audit }) => {
    const logo = await prepareLogo(file, text)
    return write(async (db) => {
      const after = await store.insert(db, { ...fields, ...(await logoColumn(db, services, logo, actor)) })
      audit({ action: 'companies.create', subjectType: 'company', subjectId: after.id, after })
      return after
    })
  },
)

const update = on(companies.update, async ({ db: pool, params, body, file, services, actor, write, audit }) => {
  const { version, logo: text, ...changes } = body
  const stored = text && (await logoText(pool, services.files, await store.get(pool, params.id)))
  const logo = await prepareLogo(file, text === stored ? null : text)
  return write(async (db) => {
    const before = await store.lock(db, params.id, version)
    const after = await store.update(db, params.id, { ...changes, ...(await logoColumn(db, services, logo, actor)) })
    audit({ action: 'companies.update', subjectType: 'company', subjectId: params.id, before, after })
    return after
  })
})

export const companyRoutes = [crud.list, get, create, update, crud.remove, crud.removeMany, crud.export]
