/** The shapes that many declarations share. One place decides what a title, an id or an amount may look like. */
import * as z from 'zod/mini'
import { type Lines, textProblem } from '#domain/text/text.ts'
import { amountFormat, saying, teaching } from './problems.ts'

/** Only characters that a text may hold (`domain/text/text.ts`). */
export function printable(lines: Lines) {
  return z.check<string>(({ value, issues }) => {
    const code = textProblem(value, lines)
    if (code) issues.push({ code: 'custom', input: value, params: saying(code) })
  })
}

/** Text of one line that must be there: trimmed, 1 to `max` characters. */
export function text(max: number) {
  return z.string().check(z.trim(), z.minLength(1), z.maxLength(max), printable('one'))
}

/** Text that may be left out (create) or cleared by null (update): of one line, or of several. */
export function optionalText(max: number) {
  return optional(max, 'one')
}
export function optionalLines(max: number) {
  return optional(max, 'many')
}

function optional(max: number, lines: Lines) {
  return z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(max), printable(lines))))
}

/** The id of another record that may be left out or cleared. */
export function optionalId() {
  return z.optional(z.nullable(Id))
}

export const Id = z.int().check(z.positive())
export const Version = z.int().check(z.positive())
export const Timestamp = z.iso.datetime()

/** A moment and a day as they come in: of a year that the database knows too. */
export const Moment = z.pipe(
  z.pipe(
    z.iso.datetime({ offset: true }),
    // In UTC, as the house writes it.
    z.transform((text: string) => (text.endsWith('Z') ? text : new Date(text).toISOString())),
  ),
  z.iso.datetime().check(z.regex(/^[1-9]/)),
)
export const Day = z.iso.date().check(z.regex(/^[1-9]/))

/** An id in a path or a query: digits only, so that `1e3`, `0x10` and blanks are refused. */
export function idText() {
  return z.pipe(
    teaching(z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'BAD_ID')), { example: '12' }),
    z.transform((digits: string) => Number(digits)),
  )
}

/** The fields of every record beside its own. */
export const recordFields = { id: Id, version: Version, createdAt: Timestamp, updatedAt: Timestamp }

/** A whole number in a query string. */
export function intText(min: number, max: number) {
  return z.pipe(
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.minimum(min), z.maximum(max)),
    ),
  )
}

/** Seed §9: page 1 and size 10 unless said; product.md §1: at most 100, `size` is another word for `pageSize`. */
export const defaultPage = 1
export const defaultPageSize = 10
export const maxPageSize = 100

export const pageFields = {
  page: z.optional(intText(1, 999_999_999)),
  pageSize: z.optional(intText(1, maxPageSize)),
  size: z.optional(intText(1, maxPageSize)),
}

interface PageWords {
  page?: number | undefined
  pageSize?: number | undefined
  size?: number | undefined
  /** Counted from 0 (seed §3, site categories). */
  currentPage?: number | undefined
}

/** `page`, `pageSize` and where the page begins, of any parsed list query. */
export function pageOf(query: PageWords) {
  const page = query.page || (query.currentPage === undefined ? defaultPage : query.currentPage + 1)
  const pageSize = query.pageSize ?? query.size ?? defaultPageSize
  return { page, pageSize, offset: (page - 1) * pageSize }
}

/** An amount of money as text. */
export const AmountText = z.stringFormat(amountFormat, /^\d{1,13}(\.\d{1,4})?$/)

/** Money in: a decimal string or an exact number; the currency's digits are checked where the currency is known. */
export const AmountInput = z.union([AmountText, z.number().check(z.nonnegative())])

/** A sum that comes back as it was shown; up to 30 digits before the point. */
export const SumInput = z.union([
  z.stringFormat(amountFormat, /^\d{1,30}(\.\d{1,4})?$/),
  z.number().check(z.nonnegative()),
])

/** Money out (product.md §1). */
export const moneyFields = { amount: z.string(), amountMinor: z.int(), currency: z.string() }

/**
 * A sum of money out: `amount` always has every digit. `amountMinor` is null beyond 2^53 - 1, where most readers of
 * JSON would round it and nothing would tell them.
 */
export const sumFields = { ...moneyFields, amountMinor: z.nullable(z.int()) }
export const Sum = z.object(sumFields)

/** Another record, by what people call it. */
export const Named = z.object({ id: Id, name: z.string() })
export const Titled = z.object({ id: Id, title: z.string() })

/** One row's outcome in a bulk call; the codes are those of the error catalogue, OK when it went through. */
export const BulkRow = z.object({
  id: Id,
  ok: z.boolean(),
  code: z.string(),
  message: z.string(),
  /** The name of a record that stays. */
  title: z.optional(z.string()),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
  /** With IN_USE: the number of records that use it, by table. */
  usedBy: z.optional(z.record(z.string(), z.int())),
})

/** payments.md §1.5: what every bulk call answers. `skipped` rows needed nothing. */
export const BulkResult = z.object({
  requested: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  skipped: z.int(),
  results: z.array(BulkRow),
  totalAmount: z.optional(z.array(Sum)),
  batchId: z.optional(z.nullable(z.int())),
  /** Too many for one call: none of them is done yet, the job does them. */
  jobId: z.optional(z.nullable(z.int())),
})
export type BulkResult = z.output<typeof BulkResult>
export type BulkRow = z.output<typeof BulkRow>

/** Ids of a bulk call, as numbers or as text. A bare list is short for `{ ids }` (`http/parse.ts`). */
export function idList(most: number) {
  return z.array(z.union([Id, idText()])).check(z.minLength(1), z.maxLength(most))
}

/** At most this many ids in one bulk call of a list page. */
export const maxBulkIds = 1000
export const bulkIds = z.strictObject({ ids: idList(maxBulkIds) })

/** A picture within the text itself, `data:image/png;base64,…`: kept small, as it goes along with its record. */
export const Picture = z
  .string()
  .check(z.maxLength(700_000), z.regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+={0,2}$/))
