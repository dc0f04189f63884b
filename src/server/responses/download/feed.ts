/**
 * The read-only OData v4 feed of a survey, which Excel and Power BI connect to: service document, metadata, and the
 * responses as the export has them. It speaks OData instead of our envelope, so its routes are no calls of the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { feedNames, FeedProblem, type FeedWords, onCodes, readFeedOptions } from '#domain/answers/odata.ts'
import { mergeVersions } from '#domain/answers/merged-versions.ts'
import { maskPhone } from '#domain/people/phone.ts'
import { responseSources, responseStatuses } from '#domain/answers/response.ts'
import { writeAudit } from '../../audit.ts'
import { AppError } from '../../errors.ts'
import { admitAsker } from '../../jobs/asker.ts'
import { refusalOf } from '../../http/failure.ts'
import { originOf } from '../../http/origin.ts'
import { tokenOf } from '../../http/survey-token.ts'
import { openSurvey } from '../../scope.ts'
import type { Services } from '../../services.ts'
import { allVersions } from '../../surveys/version-store.ts'
import type { AnsweredRow } from './answers-store.ts'
import { consentColumns, type FileColumn, fileColumns, shownWord } from './download-columns.ts'
import { countFeed, feedCondition, feedRows, findReader } from './feed-store.ts'
import { metadata, typeOf } from './feed-metadata.ts'
import { phoneSight } from '../list/row.ts'

/** Rows of one answer; the next ones are behind its link. */
const pageRows = 1000

interface Column {
  name: string
  column: FileColumn
}

interface Feed {
  surveyId: number
  columns: Column[]
  words: FeedWords
  seesPhones: boolean
  base: string
}

export function feedRoutes(server: FastifyInstance, services: Services): void {
  const calls = limiter(300)
  const failures = limiter(30)
  const answer =
    (send: (feed: Feed, request: FastifyRequest) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      void reply.header('odata-version', '4.0').header('cache-control', 'no-store')
      try {
        return await send(await open(services, request, { calls, failures }), request)
      } catch (error) {
        return refuse(error, reply)
      }
    }
  server.get('/odata/:surveyId', answer(serviceDocument))
  server.get('/odata/:surveyId/', answer(serviceDocument))
  server.get('/odata/:surveyId/$metadata', async (request, reply) => {
    const sent = await answer((feed) => Promise.resolve(metadata(feed.columns)))(request, reply)
    return typeof sent === 'string' ? reply.type('application/xml; charset=utf-8').send(sent) : sent
  })
  server.get(
    '/odata/:surveyId/Responses',
    answer((feed, request) => responses(services, feed, request)),
  )
  server.get(
    '/odata/:surveyId/*',
    answer((feed, request) => oneResponse(services, feed, request)),
  )
  server.get('/odata/:surveyId/Responses/$count', async (request, reply) => {
    const sent = await answer(async (feed, { query }) => {
      const { conditions } = readFeedOptions(query as Record<string, unknown>)
      return String(
        await countFeed(services.database.db, feedCondition(feed.surveyId, onCodes(conditions, feed.words))),
      )
    })(request, reply)
    return typeof sent === 'string' ? reply.type('text/plain; charset=utf-8').send(sent) : sent
  })
}

function serviceDocument({ base }: Feed): Promise<object> {
  const value = [{ name: 'Responses', kind: 'EntitySet', url: 'Responses' }]
  return Promise.resolve({ '@odata.context': `${base}/$metadata`, value })
}

async function responses({ database: { db } }: Services, feed: Feed, request: FastifyRequest): Promise<object> {
  const query = request.query as Record<string, unknown>
  const { top, skip, after, conditions, select, count } = readFeedOptions(query)
  const columns = selected(feed.columns, select)
  const where = feedCondition(feed.surveyId, onCodes(conditions, feed.words))
  const limit = Math.min(top ?? Infinity, pageRows)
  // One row more tells whether there is a next page.
  const rows = limit === 0 ? [] : await feedRows(db, where, { after, skip, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const remaining = top === undefined ? undefined : top - shown.length
  const hasNext = rows.length > limit && last !== undefined && remaining !== 0
  return {
    '@odata.context': `${feed.base}/$metadata#Responses${select ? `(${select.join(',')})` : ''}`,
    ...(count ? { '@odata.count': await countFeed(db, where) } : {}),
    value: shown.map((row) => recordOf(feed.seesPhones ? row : masked(row), columns)),
    ...(hasNext ? { '@odata.nextLink': nextLink(feed.base, query, last.id, remaining) } : {}),
  }
}

/** By its key; the feed has nothing else below its address. */
async function oneResponse({ database: { db } }: Services, feed: Feed, request: FastifyRequest): Promise<object> {
  const { '*': path } = request.params as { '*': string }
  const [, id] = /^Responses\((\d{1,15})\)$/.exec(path) ?? []
  if (id === undefined)
    throw new FeedProblem('The feed has $metadata, Responses, Responses/$count and Responses(1)', 404)
  const { select } = readFeedOptions(request.query as Record<string, unknown>)
  const columns = selected(feed.columns, select)
  const where = feedCondition(feed.surveyId, [{ field: '_id', operator: 'eq', value: Number(id) }])
  const [row] = await feedRows(db, where, { after: 0, skip: 0, limit: 1 })
  if (!row) throw new FeedProblem(`The survey has no response ${id}: the key is _id`, 404)
  const chosen = select ? `(${select.join(',')})` : ''
  const record = recordOf(feed.seesPhones ? row : masked(row), columns)
  return { '@odata.context': `${feed.base}/$metadata#Responses${chosen}/$entity`, ...record }
}

function masked(row: AnsweredRow): AnsweredRow {
  return row.phone === null ? row : { ...row, phone: maskPhone(row.phone) }
}

function recordOf(row: AnsweredRow, columns: readonly Column[]): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, column }) => {
      const value = column.cell(row)
      return [name, value !== null && typeOf(column) === 'Edm.String' ? String(value) : value]
    }),
  )
}

function selected(columns: readonly Column[], names: readonly string[] | undefined): readonly Column[] {
  if (!names) return columns
  return names.map((wanted) => {
    const column = columns.find(({ name }) => name === wanted)
    if (!column) throw new FeedProblem(`There is no property ${wanted.slice(0, 80)}`)
    return column
  })
}

function nextLink(base: string, query: Record<string, unknown>, after: number, top: number | undefined): string {
  const { $skip: _skip, $skiptoken: _token, $top: _top, ...kept } = query as Record<string, string>
  const words = new URLSearchParams({
    ...kept,
    ...(top === undefined ? {} : { $top: String(top) }),
    $skiptoken: String(after),
  })
  return `${base}/Responses?${words.toString()}`
}

type Limiter = (key: string) => boolean

/** The feed with the present rights of the token's maker: a right that they lose, the token loses. */
async function open(
  services: Services,
  request: FastifyRequest,
  limits: Record<'calls' | 'failures', Limiter>,
): Promise<Feed> {
  const { db } = services.database
  const { surveyId: ref } = request.params as { surveyId: string }
  const token = tokenOf(request.headers.authorization)
  const reader = token === undefined ? undefined : await findReader(db, token)
  const maker = reader && (await admitAsker(db, reader.makerId, 'responses.export').catch(() => undefined))
  if (!reader || !maker) {
    if (token !== undefined && !limits.failures(request.ip))
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 })
    throw new AppError('UNAUTHORIZED')
  }
  if (!limits.calls(String(reader.tokenId))) throw new AppError('TOO_MANY_ATTEMPTS', { retryAfterSeconds: 60 })
  const surveyId = await openSurvey(db, maker, 'export', /^\d{1,15}$/.test(ref) ? Number(ref) : ref)
  if (surveyId !== reader.surveyId) throw new AppError('NOT_FOUND')
  if (reader.isFirstToday) {
    const after = { feedToken: reader.tokenId }
    const entry = { action: 'responses.feed', subjectType: 'survey', subjectId: surveyId, after }
    await writeAudit(db, [entry], { actorId: maker.id, requestId: request.id, address: request.ip })
  }
  const seesPersonal = reader.personal && maker.permissions.has('responses.personal')
  const versions = await allVersions(db, surveyId)
  const merged = mergeVersions(versions).filter(({ personal }) => seesPersonal || !personal)
  const choices = choicesIn(request.query as Record<string, unknown>)
  const columns = [...fileColumns(merged, choices), ...consentColumns(versions, choices)]
  const names = feedNames(columns.map(({ code }) => code))
  return {
    surveyId,
    words: {
      _status: responseStatuses.map((code) => ({ code, word: shownWord('responses.status', code, choices) })),
      _source: responseSources.map((code) => ({ code, word: shownWord('responses.source', code, choices) })),
    },
    columns: columns.map((column, at) => ({ name: names[at] ?? column.code, column })),
    seesPhones: reader.personal && phoneSight(maker) === 'FULL',
    base: `${originOf(request, services.settings)}${services.settings.basePath}/odata/${ref}`,
  }
}

/** As the export has them: labels in English unless said. */
function choicesIn({ values, language }: Record<string, unknown>) {
  return {
    values: values === 'codes' ? ('codes' as const) : ('labels' as const),
    language: typeof language === 'string' ? language : 'en',
    multiple: 'column' as const,
  }
}

function refuse(error: unknown, reply: FastifyReply) {
  if (error instanceof FeedProblem)
    return reply
      .status(error.status)
      .send({ error: { code: error.status === 404 ? 'NotFound' : 'BadRequest', message: error.message } })
  const refusal = refusalOf(error)
  if (!refusal) throw error
  const { code, status, message, details } = refusal
  if (status === 401) void reply.header('www-authenticate', 'Basic realm="Canvass", charset="UTF-8"')
  if (details.retryAfterSeconds !== undefined) void reply.header('retry-after', details.retryAfterSeconds)
  return reply.status(status).send({ error: { code, message } })
}

const minuteMs = 60_000

/** False from the call on that is one too many of its key in a minute. */
function limiter(perMinute: number): Limiter {
  let begun = 0
  const counts = new Map<string, number>()
  return (key) => {
    const now = Date.now()
    if (now - begun > minuteMs) {
      begun = now
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= perMinute
  }
}
