/** The name, colour and logo of the organisation: set by administrators, seen by all visitors. */
import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { brand, type BrandRow } from '#contract/brand.ts'
import { type Brand, colourProblem, noBrand } from '#domain/brand.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import { bytesOfFile } from '../files/store.ts'
import { drawIcon } from '../files/image.ts'
import { on } from '../http/context.ts'
import type { Services } from '../services.ts'
import { logoColumn, prepareLogo } from './companies.ts'

async function getBrand(db: Db): Promise<BrandRow> {
  const rows = await rowsOf<BrandRow>(db)`
    select name, colour, logo_id as "logoId", version, updated_at as "updatedAt" from brand`
  return rows[0] ?? { ...noBrand, version: 0, updatedAt: null }
}

/** For pages, prints and mails. */
export async function readBrand(db: Db): Promise<Brand> {
  const { name, colour, logoId } = await getBrand(db)
  return { name, colour, logoId }
}

const get = on(brand.get, ({ db }) => getBrand(db))

const update = on(brand.update, async ({ body, file, services, actor, write, audit }) => {
  const { version, ...given } = body
  const wrong = given.colour ? colourProblem(given.colour) : undefined
  if (wrong) throw new AppError('VALIDATION_FAILED', { errors: [wrong] })
  const logo = await prepareLogo(file)
  return write(async (db) => {
    await sql`insert into brand default values on conflict do nothing`.execute(db)
    await sql`select from brand for update`.execute(db)
    const before = await getBrand(db)
    if (version !== undefined && version !== 0 && version !== before.version)
      throw new AppError('STALE', { data: before })
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const { name, colour, logoId } = { ...before, ...changes, ...(await logoColumn(db, services, logo, actor)) }
    await sql`
      update brand set name = ${name}, colour = ${colour}, logo_id = ${logoId}, version = version + 1, updated_at = now()`.execute(
      db,
    )
    const after = await getBrand(db)
    audit({ action: 'brand.update', subjectType: 'brand', subjectId: 1, before, after })
    return after
  })
})

export const brandRoutes = [get, update]

const ownIcon = new URL('../../web/favicon.svg', import.meta.url)
/** How wide each is drawn; the logo is as it is stored. */
const pictures = new Map<string, number | 'STORED'>([
  ['logo.png', 'STORED'],
  ['icon-192.png', 192],
  ['icon-512.png', 512],
])

/** Pictures for all visitors. Pages name them with the id of the file, under which they never change. */
export function serveBrand(server: FastifyInstance, { database: { db }, files }: Services): void {
  async function draw(logoId: number | null, side: number | 'STORED'): Promise<Buffer> {
    const bytes = await (logoId === null ? readFile(ownIcon) : bytesOfFile(db, files, logoId))
    return side === 'STORED' ? bytes : drawIcon(bytes, side)
  }
  /** Those of one logo: no visitor makes the server draw again and again. */
  let drawn = { of: null as number | null, bytes: new Map<string, Promise<Buffer>>() }
  server.get<{ Params: { picture: string } }>('/brand/:picture', async ({ params: { picture } }, reply) => {
    const side = pictures.get(picture)
    const { logoId } = await getBrand(db)
    if (side === undefined || (side === 'STORED' && logoId === null)) throw new AppError('ROUTE_NOT_FOUND')
    if (drawn.of !== logoId) drawn = { of: logoId, bytes: new Map() }
    const { bytes } = drawn
    const drawing = bytes.get(picture) ?? draw(logoId, side)
    bytes.set(picture, drawing)
    // What failed is tried again.
    drawing.catch(() => bytes.delete(picture))
    return reply
      .header('cache-control', 'max-age=31536000, immutable')
      .type('image/png')
      .send(await drawing)
  })
}
