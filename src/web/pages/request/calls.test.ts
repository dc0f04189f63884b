import { expect, test } from 'vitest'
import { byGroup, callsOf, curlOf, firstDraft, missingIn, pathOf, prettyJson, searchCalls } from './calls.ts'
import { kindOf, sampleOf, type Schema } from './schema.ts'

const title: Schema = { type: 'string', minLength: 1, maxLength: 200 }
const body: Schema = {
  type: 'object',
  required: ['title'],
  properties: { title, kind: { type: 'string', enum: ['A', 'B'] }, id: { type: 'integer', readOnly: true } },
}
const page = { name: 'page', in: 'query' as const, required: false, schema: { type: 'string' } }
const id = { name: 'id', in: 'path' as const, required: true, schema: { type: 'string', pattern: String.raw`^\d+$` } }
const binary: Schema = { type: 'string', format: 'binary' }
const calls = callsOf({
  paths: {
    '/api/v1/sites': {
      get: { summary: 'List sites', tags: ['sites'], 'x-permission': 'sites.read', parameters: [page] },
      post: {
        summary: 'Create one',
        tags: ['sites'],
        'x-permission': ['sites.write', 'units.write'],
        parameters: [],
        requestBody: { content: { 'application/json': { schema: body } } },
      },
    },
    '/api/v1/companies/{id}': {
      put: {
        summary: 'Change a company',
        tags: ['companies'],
        'x-permission': 'session',
        parameters: [id],
        requestBody: {
          content: {
            'multipart/form-data': { schema: { type: 'object', properties: { company: body, logo: binary } } },
          },
        },
      },
    },
  },
})
const [list, create, change] = calls as [(typeof calls)[0], (typeof calls)[0], (typeof calls)[0]]

const nameOf = (group: string) => ({ companies: 'Organizações', sites: 'Locais' })[group] ?? group

test('calls come from the document in groups, and a search takes every word of it', () => {
  expect(byGroup(calls, nameOf).map(({ name, of }) => [name, of.length])).toEqual([
    ['Locais', 2],
    ['Organizações', 1],
  ])
  expect(searchCalls(calls, 'SITES post', nameOf).map(({ id }) => id)).toEqual(['POST /sites'])
  expect(searchCalls(calls, 'units.write', nameOf)).toEqual([create])
  expect(searchCalls(calls, 'organizacoes put', nameOf)).toEqual([change])
  expect(change.needs).toEqual([])
  expect(change.upload).toEqual({ file: 'logo', json: 'company' })
})

test('a call begins with an example of what it requires', () => {
  expect(firstDraft(list)).toEqual({ parameters: { page: '1' }, json: '', file: undefined })
  expect(JSON.parse(firstDraft(create).json)).toEqual({ title: 'text' })
  expect(firstDraft(change).parameters).toEqual({ id: '1' })
  expect(sampleOf(body, 'all')).toEqual({ title: 'text', kind: 'A' })
})

test('an example of a text follows its pattern', () => {
  expect(sampleOf({ type: 'string', pattern: '^[A-Z]{3}$' }, 'all')).toBe('USD')
  expect(sampleOf({ type: 'string', allOf: [{ pattern: 'T.*Z$' }, { pattern: '^[1-9]' }] }, 'all')).toMatch(/^2026.*Z$/)
  expect(sampleOf({ anyOf: [{ type: 'null' }, { type: 'integer', exclusiveMinimum: 0 }] }, 'all')).toBe(1)
  expect(kindOf({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toBe('integer | null')
})

test('path and query are filled in, and what is missing is named', () => {
  expect(pathOf(list, { parameters: { page: '2' }, json: '', file: undefined })).toBe('/sites?page=2')
  expect(pathOf(change, { parameters: { id: 'a/b' }, json: '', file: undefined })).toBe('/companies/a%2Fb')
  expect(missingIn(change, { parameters: { id: '' }, json: '', file: undefined })).toEqual(['id'])
})

test('curl holds a place for the token, and quotes what a shell would read', () => {
  const draft = { parameters: {}, json: `{"title":"it's"}`, file: undefined }
  const line = curlOf(create, draft, 'https://canvass.example')
  expect(line).toContain('"Authorization: Bearer $TOKEN"')
  expect(line).toContain(String.raw`--data '{"title":"it'\''s"}'`)
})

test('an answer is shown indented, without a token', () => {
  expect(prettyJson('{"data":{"AccessToken":"secret"},"a":1}')).toContain('"AccessToken": "•••"')
  expect(prettyJson('no json')).toBeUndefined()
})
