/** One person moves money into a float, out of one or between two; another one confirms. */
import { open } from 'node:fs/promises'
import type * as z from 'zod/mini'
import { documentKinds, floats } from '#contract/floats.ts'
import { reauthRefusal } from '#domain/people/access.ts'
import { fundingRefusal } from '#domain/money/funding.ts'
import { type FloatSide, transfersFor } from '#domain/money/ledger.ts'
import { type HighestAmounts, highestFunding } from '#domain/surveys/highest-amount.ts'
import { minorDigits, toDecimal, toMinorSum } from '#domain/money/money.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import { dayMs } from '#domain/text/calendar.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { keepFile } from '../../files/store.ts'
import { on, type SpooledFile } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { book } from '../books/books.ts'
import {
  countConfirmers,
  decideFunding,
  getFunding,
  insertFunding,
  listFunding,
  lockFunding,
  type NewFunding,
} from './funding-store.ts'
import { providerNames } from '../providers/providers-store.ts'

type Body = z.output<typeof floats.ask.body>
type SideInput = NonNullable<Body['into']>

interface Bounds {
  providers: readonly string[]
  highest: HighestAmounts
}

/** All that is wrong with a request at once, or the sides of it in minor units. */
function sidesOf(
  { from, into, counter, note, day }: Body,
  file: SpooledFile | undefined,
  { providers, highest }: Bounds,
) {
  const problems: FieldProblem[] = []
  const side = (name: 'from' | 'into', given: SideInput | null | undefined): FloatSide | undefined => {
    if (!given) return undefined
    const { provider = providers[0] ?? '', currency, amount } = given
    const amountMinor = toMinorSum(amount, currency)
    if (!providers.includes(provider)) problems.push(problem(`${name}.provider`, 'UNKNOWN_REFERENCE'))
    if (amountMinor === undefined) problems.push(problem(`${name}.amount`, 'CURRENCY_DIGITS', minorDigits(currency)))
    if (amountMinor === 0n) problems.push(problem(`${name}.amount`, 'NOT_POSITIVE'))
    const limit = highestFunding(currency, highest)
    if ((amountMinor ?? 0n) > limit)
      problems.push(problem(`${name}.amount`, 'FUNDING_TOO_HIGH', `${currency} ${toDecimal(limit, currency)}`))
    return { provider, currency, amountMinor: amountMinor ?? 0n }
  }
  const sides = { from: side('from', from), into: side('into', into) }
  if (counter === 'FEES' && !sides.from) problems.push(problem('from', 'REQUIRED'))
  else if (!sides.from && !sides.into) problems.push(problem('into', 'REQUIRED'))
  const isOpening = counter === 'OPENING'
  if (isOpening && sides.from) problems.push(problem('from', 'NOT_ALLOWED'))
  // What is no money from outside concerns one float.
  if (counter && counter !== 'FUNDER' && sides.from && sides.into) problems.push(problem('into', 'NOT_ALLOWED'))
  // Between currencies the bank's rate tells the two amounts; inside one a float would only be named twice.
  if (sides.from && sides.into && sameFloat(sides.from, sides.into)) problems.push(problem('into', 'DUPLICATE'))
  // Where a day begins first, it is a day ahead of ours.
  if (Date.parse(day) > Date.now() + dayMs) problems.push(problem('day', 'IN_FUTURE'))
  if (!note && (isOpening || !file)) problems.push(problem('note', 'REQUIRED'))
  if (!file && isOpening) problems.push(problem('document', 'REQUIRED'))
  if (problems.length > 0) throw new AppError('VALIDATION_FAILED', { errors: problems })
  return sides
}

function sameFloat(one: FloatSide, other: FloatSide): boolean {
  return one.provider === other.provider && one.currency === other.currency
}

/** By its first bytes, never by its name. */
const beginnings: Record<(typeof documentKinds)[number], string> = {
  'application/pdf': '255044462d',
  'image/png': '89504e470d0a1a0a',
  'image/jpeg': 'ffd8ff',
}

async function mimeOf({ path }: SpooledFile): Promise<string> {
  await using file = await open(path)
  const { buffer } = await file.read(Buffer.alloc(16), 0, 16, 0)
  const mime = documentKinds.find((kind) => buffer.toString('hex').startsWith(beginnings[kind]))
  if (!mime) throw new AppError('FILE_TYPE', { errors: [problem('document', 'FILE_TYPE')] })
  return mime
}

interface Document {
  file: SpooledFile
  mime: string
}

/** Throws FILE_TYPE for what is neither PDF nor picture. */
export async function readDocument(file: SpooledFile): Promise<Document> {
  return { file, mime: await mimeOf(file) }
}

export async function keepDocument(db: Db, { file, mime }: Document, services: Services, createdBy: number) {
  return keepFile(db, services.files, { ...file, mime, createdBy, openTo: 'ALL', needs: ['payments.read'] })
}

async function insertOnce(db: Db, funding: NewFunding): Promise<number> {
  try {
    return await insertFunding(db, funding)
  } catch (error) {
    const { constraint } = error as { constraint?: string }
    if (constraint === 'funding_opening')
      throw new AppError('FUNDING_REPEATED', { errors: [problem('into', 'DUPLICATE')] })
    if (constraint !== 'funding_reference') throw error
    throw new AppError('FUNDING_REPEATED', { errors: [problem('reference', 'DUPLICATE')] })
  }
}

const ask = on(floats.ask, async ({ db, body, file, services, write, audit }) => {
  const bounds = { providers: await providerNames(db), highest: services.settings.highestAmounts }
  const sides = sidesOf(body, file, bounds)
  const document = file && (await readDocument(file))
  const { reference, day, note, counter = 'FUNDER' } = body
  return write(async (db, actor) => {
    const fileId = document && (await keepDocument(db, document, services, actor.id))
    const asked = { ...sides, counter, reference, day, note: note || undefined, fileId, askedBy: actor.id }
    const after = await getFunding(db, await insertOnce(db, asked), actor)
    audit({ action: 'payments.askFunding', subjectType: 'funding', subjectId: after.id, after: kept(after) })
    return after
  })
})

const confirm = on(floats.confirm, async ({ db, params, actor, audit }) => {
  refuse(reauthRefusal(actor.sinceAuthenticatedMs))
  const funding = await lockFunding(db, params.id)
  refuse(fundingRefusal('CONFIRMED', funding, actor))
  await decideFunding(db, params.id, { status: 'CONFIRMED', decidedBy: actor.id })
  await book(db, transfersFor({ event: 'FUNDED', funding }))
  const after = await getFunding(db, params.id, actor)
  audit({ action: 'payments.confirmFunding', subjectType: 'funding', subjectId: params.id, after: kept(after) })
  return after
})

const refuseFunding = on(floats.refuse, async ({ db, params, body, actor, audit }) => {
  refuse(fundingRefusal('REFUSED', await lockFunding(db, params.id), actor))
  await decideFunding(db, params.id, { status: 'REFUSED', decidedBy: actor.id, text: body.reason })
  const after = await getFunding(db, params.id, actor)
  audit({ action: 'payments.refuseFunding', subjectType: 'funding', subjectId: params.id, after: kept(after) })
  return after
})

/** What the trail keeps of a request: all but what depends on its reader. */
function kept({ refusals: _refusals, confirmers: _confirmers, ...facts }: Awaited<ReturnType<typeof getFunding>>) {
  return facts
}

export const fundingRoutes = [
  on(floats.list, async ({ db, query, actor }) => {
    const page = await listFunding(db, query, actor)
    return { ...page, providers: await providerNames(db), confirmers: await countConfirmers(db, actor.id) }
  }),
  on(floats.get, ({ db, params, actor }) => getFunding(db, params.id, actor)),
  ask,
  confirm,
  refuseFunding,
]
