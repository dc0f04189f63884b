/**
 * The read-only OData v4 feed of a survey, which Excel and Power BI connect to: service document, metadata, and the
 * responses as the export has them. It speaks OData instead of our envelope, so its routes are no calls of the contract.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RawBuilder } from 'kysely'
import { type FeedFields, type FeedFilter, fieldsOf } from '#domain/answers/feed-filter.ts'
import { FeedProblem } from '#domain/answers/feed-problem.ts'
import { readFeedOptions } from '#domain/answers/odata.ts'
import { writeAudit } from '../../audit.ts'
import { forReading } from '../../db/replica.ts'
import { AppError } from '../../errors.ts'
import { admitAsker } from '../../jobs/asker.ts'
import { refusalOf } from '../../http/failure.ts'
import { originOf } from '../../http/origin.ts'
import { tokenOf } from '../../http/survey-token.ts'
import { type Limiter, limiter } from '../../http/limiter.ts'
import { openSurvey } from '../../scope.ts'
import type { Services } from '../../services.ts'
import { rowsBeside, seenBy, viewOf } from './answers-seen.ts'
import {
  type FeedColumn,
  type FeedTables,
  type FeedWording,
  recordOf,
  type RosterTable,
  setName,
} from './feed-columns.ts'
import { metadata } from './feed-metadata.ts'
import { countFeed, feedCondition, type FeedPage, feedRows, type FieldPlace, findReader } from './feed-store.ts'

/** Rows of one answer; the next ones are behind its link. */
const pageRows = 1000
/** With the rows of sections that repeat in them. */
const expandedRows = 250

interface Feed {
  surveyId: number
  tables: FeedTables
  fields: FeedFields
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
    const sent = await answer((feed) => Promise.resolve(metadata(feed.tables)))(request, reply)
    return typeof sent === 'string' ? reply.type('application/xml; charset=utf-8').send(sent) : sent
  })
  server.get(
    '/odata/:surveyId/Responses',
    answer((feed, request) => responses(services, feed, request)),
  )
  server.get(
    '/odata/:surveyId/*',
    answer((feed, request) => otherPath(services, feed, request)),
  )
  server.get('/odata/:surveyId/Responses/$count', async (request, reply) => {
    const sent = await answer(async (feed, { query }) => {
      const { filter } = readFeedOptions(query as Record<string, unknown>, feed.fields)
      return String(await count(services, feed, filter))
    })(request, reply)
    return typeof sent === 'string' ? reply.type('text/plain; charset=utf-8').send(sent) : sent
  })
}

function serviceDocument({ base, tables }: Feed): Promise<object> {
  const sets = [setName, ...tables.rosters.map(({ name }) => name)]
  return Promise.resolve({
    '@odata.context': `${base}/$metadata`,
    value: sets.map((name) => ({ name, kind: 'EntitySet', url: name })),
  })
}

function placeIn({ columns }: FeedTables) {
  return (field: string): FieldPlace => {
    const column = columns.find(({ name }) => name === field)
    return { kind: column?.field?.kind ?? 'text', keys: column?.keys ?? [] }
  }
}

function count({ database }: Services, { surveyId, tables }: Feed, filter: FeedFilter | undefined) {
  const placeOf = placeIn(tables)
  const readsAnswers = filter !== undefined && fieldsOf(filter).some((field) => placeOf(field).keys.length > 0)
  return forReading(database, (db) => countFeed(db, feedCondition(surveyId, filter, placeOf), readsAnswers))
}

function rowsOf({ database }: Services, where: RawBuilder<unknown>, page: FeedPage) {
  return forReading(database, (db) => feedRows(db, where, page))
}

async function responses(services: Services, feed: Feed, request: FastifyRequest): Promise<object> {
  const query = request.query as Record<string, unknown>
  const { top, skip, after, filter, order, select, count: isCounted, expand } = readFeedOptions(query, feed.fields)
  const columns = selected(feed.tables.columns, select)
  const expanded = expandedIn(feed.tables, expand)
  const placeOf = placeIn(feed.tables)
  const where = feedCondition(feed.surveyId, filter, placeOf)
  const page = { surveyId: feed.surveyId, order, placeOf, after, skip }
  const limit = Math.min(top ?? Infinity, expanded.length > 0 ? expandedRows : pageRows)
  // One row more tells whether there is a next page.
  const rows = limit === 0 ? [] : await rowsOf(services, where, { ...page, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const remaining = top === undefined ? undefined : top - shown.length
  const hasNext = rows.length > limit && last !== undefined && remaining !== 0
  return {
    '@odata.context': `${feed.base}/$metadata#${setName}${select ? `(${select.join(',')})` : ''}`,
    ...(isCounted ? { '@odata.count': await count(services, feed, filter) } : {}),
    value: shown.map((row) => ({ ...recordOf(seenBy(feed, row), columns), ...rowsBeside(row, expanded) })),
    ...(hasNext ? { '@odata.nextLink': nextLink(`${feed.base}/${setName}`, query, String(last.id), remaining) } : {}),
  }
}

function expandedIn({ rosters }: FeedTables, names: readonly string[] | '*'): RosterTable[] {
  if (names === '*') return rosters
  return names.map((wanted) => {
    const roster = rosters.find(({ property }) => property === wanted)
    if (!roster)
      throw new FeedProblem(
        `$expand takes ${['*', ...rosters.map(({ property }) => property)].join(', ')}; not ${wanted.slice(0, 80)}`,
      )
    return roster
  })
}

/** Below the address: a section that repeats, by its name with a dot too, or one response by its key. */
async function otherPath(services: Services, feed: Feed, request: FastifyRequest): Promise<object> {
  const { '*': path } = request.params as { '*': string }
  const roster = feed.tables.rosters.find(
    ({ name }) => name === path || name === path.replace(`${setName}.`, `${setName}_`),
  )
  if (roster) return rosterRows(services, feed, request, roster)
  const [, id] = /^Responses\((\d{1,15})\)$/.exec(path) ?? []
  if (id === undefined) {
    const sets = feed.tables.rosters.map(({ name }) => name)
    throw new FeedProblem(
      `The feed has ${['$metadata', setName, 'Responses/$count', 'Responses(1)', ...sets].join(', ')}`,
      404,
    )
  }
  return oneResponse(services, feed, request, Number(id))
}

async function oneResponse(services: Services, feed: Feed, request: FastifyRequest, id: number) {
  const { select, expand } = readFeedOptions(request.query as Record<string, unknown>, feed.fields)
  const columns = selected(feed.tables.columns, select)
  const byKey = { is: 'compared', field: '_id', operator: 'eq', value: id } as const
  const placeOf = placeIn(feed.tables)
  const where = feedCondition(feed.surveyId, byKey, placeOf)
  const [row] = await rowsOf(services, where, {
    surveyId: feed.surveyId,
    order: [],
    placeOf,
    after: 0,
    skip: 0,
    limit: 1,
  })
  if (!row) throw new FeedProblem(`The survey has no response ${id}: the key is _id`, 404)
  const chosen = select ? `(${select.join(',')})` : ''
  const record = { ...recordOf(seenBy(feed, row), columns), ...rowsBeside(row, expandedIn(feed.tables, expand)) }
  return { '@odata.context': `${feed.base}/$metadata#${setName}${chosen}/$entity`, ...record }
}

/** The repetitions in the order of their responses. A page may be short: it looks at so many responses and no more. */
async function rosterRows(
  services: Services,
  feed: Feed,
  request: FastifyRequest,
  roster: RosterTable,
): Promise<object> {
  const query = request.query as Record<string, unknown>
  const given = Object.keys(query).filter((name) => /^\$(filter|skip|count|select|expand)$/.test(name))
  if (given.length > 0)
    throw new FeedProblem(`${roster.name} takes $top and its next links alone; not ${given.join(', ')}`)
  const { top, after, afterRepetition, order } = readFeedOptions(query, new Map())
  if (order.length > 0) throw new FeedProblem(`${roster.name} is ordered by _id alone`)
  const placeOf = placeIn(feed.tables)
  const where = feedCondition(feed.surveyId, undefined, placeOf)
  // From the response on where the page before ended.
  const page = { surveyId: feed.surveyId, order, placeOf, after: Math.max(after - 1, 0), skip: 0, limit: pageRows }
  const looked = await rowsOf(services, where, page)
  const found = looked.flatMap((row) =>
    roster.rowsOf(row).flatMap((record, at) => {
      const isBefore = row.id < after || (row.id === after && at < afterRepetition)
      return isBefore ? [] : [{ record, token: `${row.id}.${at + 1}` }]
    }),
  )
  const shown = found.slice(0, Math.min(top ?? Infinity, pageRows))
  const remaining = top === undefined ? undefined : top - shown.length
  const lastLooked = looked.at(-1)
  const next =
    found.length > shown.length
      ? shown.at(-1)?.token
      : looked.length === pageRows && lastLooked && `${lastLooked.id + 1}.0`
  return {
    '@odata.context': `${feed.base}/$metadata#${roster.name}`,
    value: shown.map(({ record }) => record),
    ...(next && remaining !== 0
      ? { '@odata.nextLink': nextLink(`${feed.base}/${roster.name}`, query, next, remaining) }
      : {}),
  }
}

function selected(columns: readonly FeedColumn[], names: readonly string[] | undefined): readonly FeedColumn[] {
  if (!names) return columns
  return names.map((wanted) => {
    const column = columns.find(({ name }) => name === wanted)
    if (!column) throw new FeedProblem(`There is no property ${wanted.slice(0, 80)}`)
    return column
  })
}

function nextLink(set: string, query: Record<string, unknown>, after: string, top: number | undefined): string {
  const { $skip: _skip, $skiptoken: _token, $top: _top, ...kept } = query as Record<string, string>
  const words = new URLSearchParams({
    ...kept,
    ...(top === undefined ? {} : { $top: String(top) }),
    $skiptoken: after,
  })
  return `${set}?${words.toString()}`
}

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
  const wording = wordingIn(request.query as Record<string, unknown>)
  const view = await viewOf(db, maker, { surveyId, wording, personal: reader.personal })
  return {
    surveyId,
    ...view,
    fields: new Map(view.tables.columns.flatMap(({ name, field }) => (field ? [[name, field]] : []))),
    base: `${originOf(request, services.settings)}${services.settings.basePath}/odata/${ref}`,
  }
}

function wordingIn({ values, language }: Record<string, unknown>): FeedWording {
  return {
    values: values === 'codes' || values === 'labels' ? values : 'both',
    language: typeof language === 'string' ? language : 'en',
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
