/** The one shape of every JSON answer (seed §3): success, message, statusCode, data, list, total, and what a call adds. */
import * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { type BulkResult, pageOf } from '#contract/fields.ts'
import { type FieldProblem, problemText } from '#domain/problems.ts'

const envelopeFields = { success: z.boolean(), message: z.string(), statusCode: z.int() }
/** Of a PUT: the fields that were left out though they say something else than the record. */
const ignoredField = { ignored: z.optional(z.array(z.string())) }
const paginationField = z.object({ current: z.int(), pageSize: z.int(), total: z.int() })

const schemas = new WeakMap<Endpoint, z.ZodMiniObject | undefined>()

/** The schema of an endpoint's success answer, always the same one; undefined for files. */
export function envelopeSchema(endpoint: Endpoint): z.ZodMiniObject | undefined {
  if (!schemas.has(endpoint)) schemas.set(endpoint, makeSchema(endpoint))
  return schemas.get(endpoint)
}

function makeSchema({ reply, method }: Endpoint): z.ZodMiniObject | undefined {
  switch (reply.kind) {
    case 'one': {
      const ignored = method === 'PUT' ? ignoredField : {}
      return z.object({ ...envelopeFields, data: reply.data, list: z.null(), total: z.null(), ...ignored })
    }
    case 'fields':
      return z.object({ ...envelopeFields, data: reply.fields, list: z.null(), total: z.null(), ...reply.fields.shape })
    case 'list': {
      const rows = z.array(reply.row)
      const paging = { total: z.int(), pagination: paginationField }
      return z.object({ ...envelopeFields, data: rows, list: rows, ...paging, ...reply.extra?.shape })
    }
    case 'file':
      return undefined
  }
}

interface ListAnswer {
  rows: unknown[]
  total: number
}

/** A bulk call that left its work to a job has its own status, where the call says so. */
export function statusOf({ status, later }: Endpoint, answer: unknown): number {
  const isLater = typeof answer === 'object' && answer !== null && 'jobId' in answer && answer.jobId !== null
  return isLater ? (later ?? status) : status
}

interface Made {
  /** The parsed query, from which a list takes its page. */
  query: object
  ignored?: readonly string[] | undefined
  unchanged?: boolean | undefined
}

/** Wraps what a handler returned. */
export function envelope(
  endpoint: Endpoint,
  { query, ignored = [], unchanged }: Made,
  answer: unknown,
): Record<string, unknown> {
  const failure = bulkFailure(answer)
  const message = failure ?? doneText(endpoint, answer, { ignored, unchanged })
  const head = { success: failure === undefined, message, statusCode: statusOf(endpoint, answer) }
  switch (endpoint.reply.kind) {
    case 'one':
      return { ...head, data: answer, list: null, total: null, ...(ignored.length > 0 ? { ignored } : {}) }
    case 'fields':
      return { ...head, data: answer, list: null, total: null, ...(answer as object) }
    case 'list': {
      const { rows, total, ...extra } = answer as ListAnswer
      const { page: current, pageSize } = pageOf(query)
      return { ...head, data: rows, list: rows, total, pagination: { current, pageSize, total }, ...extra }
    }
    case 'file':
      throw new Error('A file has no envelope')
  }
}

/** A wrong file can have a problem per word; the first ones show what is wrong. */
const mostProblems = 200
/** What has happened, in one line. */
function doneText(
  { method, done, status, reply }: Endpoint,
  answer: unknown,
  made: Pick<Made, 'ignored' | 'unchanged'>,
): string {
  const { jobId, requested, succeeded, skipped, total } = (answer ?? {}) as Partial<BulkResult & ListAnswer>
  if (jobId) return `Job ${jobId} does the work.`
  if (requested !== undefined)
    return `${succeeded} of ${requested} done${skipped ? `, ${skipped} needed nothing` : ''}.`
  if (made.unchanged) return 'Nothing changed.'
  const left = made.ignored?.length ? ` Left out: ${made.ignored.join(', ')}.` : ''
  if (done) return done + left
  if (reply.kind === 'list') return `${total} found.`
  if (status === 201) return 'Created.'
  return { GET: 'Found.', POST: 'Done.', PUT: 'Changed.', DELETE: 'Deleted.' }[method] + left
}

/** The envelope of a refusal. Callers of the seed read its sentence as `message`, and after a sign-in as `error` (§8). */
export function errorEnvelope(refusal: {
  code: string
  status: number
  message: string
  errors?: readonly FieldProblem[]
  data?: unknown
}): object {
  const { code, status, errors, data } = refusal
  // Callers of the seed show nothing but the message.
  const [first] = code === 'VALIDATION_FAILED' && errors ? errors : []
  const message = first ? `${refusal.message} ${first.path || 'body'}: ${problemText(first)}` : refusal.message
  return {
    success: false,
    message,
    error: message,
    statusCode: status,
    code,
    data: data ?? null,
    list: null,
    total: null,
    ...(errors ? { errors: errors.slice(0, mostProblems).map(withText) } : {}),
    ...(errors && errors.length > mostProblems ? { moreErrors: errors.length - mostProblems } : {}),
  }
}

/** Rules name a problem by its code. Its English text is for callers without words of their own. */
function withText(problem: FieldProblem): object {
  const { path, code, limit, names, said, allowed, nearest, example } = problem
  return { path, code, message: problemText(problem), limit, names, said, allowed, nearest, example }
}

/**
 * How a bulk call failed, in one line: how many of how many, and each reason once. Undefined when no row failed
 * (product.md §1), and for every other answer.
 */
function bulkFailure(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null || !('requested' in answer && 'failed' in answer)) return undefined
  const { requested, failed, results } = answer as BulkResult
  if (failed === 0) return undefined
  const reasons = new Set(results.filter((row) => !row.ok).map((row) => row.message))
  return [`${failed} of ${requested} failed.`, ...reasons].join(' ')
}
