/** One rule says what texts may hold, and every field of every call keeps it. */
import { describe, expect } from 'vitest'
import { companies } from '#contract/companies.ts'
import type { Schema } from '#contract/endpoint.ts'
import { problemsOf } from '#contract/problems.ts'
import { sections } from '#contract/sections.ts'
import { sites } from '#contract/sites.ts'
import { declaredEndpoints } from '../test/contract-files.ts'
import { test } from '../test/with-app.ts'

interface TextField {
  /** `POST /sites body.title` */
  name: string
  schema: Schema
}

/** Every string in a shape, at any depth. */
function textsOf(schema: Schema, name: string): TextField[] {
  const def = schema.def as unknown as Record<string, Schema> & { type: string }
  const inner = (key: string, at = name) => textsOf(def[key] as Schema, at)
  switch (def.type) {
    case 'string':
      return [{ name, schema }]
    case 'object':
      return Object.entries(def['shape'] as unknown as Record<string, Schema>).flatMap(([key, field]) =>
        textsOf(field, `${name}.${key}`),
      )
    case 'optional':
    case 'nullable':
      return inner('innerType')
    case 'array':
      return inner('element', `${name}[]`)
    case 'record':
      return [...inner('keyType', `${name}.key`), ...inner('valueType', `${name}.value`)]
    case 'union':
      return (def['options'] as unknown as Schema[]).flatMap((option) => textsOf(option, name))
    case 'pipe':
      return inner('in')
    default:
      return []
  }
}

/** Texts that are compared and never kept, or looked up; answers have the validator of answers. */
const exceptions =
  /(password|Password|\.username|[iI]ds\[\]|body\[\]|\.permissions\[\]|\.versions\.key|\.answers\.\w+|\.questionId|\.value|\.value\[\]|\.value\.name|\.filter\.\w+)$/

test('every text that a call keeps is refused with a bell in it, and taken without', async () => {
  const endpoints = await declaredEndpoints()
  const texts = endpoints
    .flatMap(({ method, path, body }) => textsOf(body, `${method} ${path} body`))
    .filter(({ name }) => !exceptions.test(name))
  expect(texts.length).toBeGreaterThan(60)
  const taken = texts.filter(({ schema }) => ['a\u0007b', 'a\u009fb'].some((text) => schema.safeParse(text).success))
  expect(taken.map(({ name }) => name)).toEqual([])
})

const withBreak = 'one\ntwo'

const codeOf = (code: string | undefined, path: string) => (code === undefined ? [] : [{ path, code }])

describe.each([
  ['a bell', 'a\u0007b', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['a NUL', 'a\0b', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['an escape', 'a\u001b[31mb', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['a lone carriage return', 'a\rb', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['a control of the second row', 'a\u0085b', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['half a pair', 'a\ud800b', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['no character', 'a\uffffb', 'BAD_CHARACTER', 'BAD_CHARACTER'],
  ['a line break', withBreak, 'NOT_ONE_LINE', undefined],
  ['a tab', 'a\tb', 'NOT_ONE_LINE', undefined],
  ['marks of direction and an emoji of several', 'عمان \u200f👩‍👩‍👧‍👦 \u00a0x', undefined, undefined],
])('%s', (_, text, inLine, inLines) => {
  test('is judged field by field', () => {
    const parsed = sites.create.body.safeParse({ title: text, siteCategoryId: 1, address: text, contactName: text })
    const found = parsed.success ? [] : problemsOf(parsed.error).map(({ path, code }) => ({ path, code }))
    expect(found).toEqual([...codeOf(inLine, 'title'), ...codeOf(inLines, 'address'), ...codeOf(inLine, 'contactName')])
  })

  test('is answered with every field that has it', async ({ staff }) => {
    const body = { title: text, category: text, address: text, description: text }
    const answered = staff.call(companies.create, { body })
    if (inLine === undefined) {
      expect((await answered).data).toMatchObject(body)
      return
    }
    const expected = [
      ...codeOf(inLine, 'title'),
      ...codeOf(inLine, 'category'),
      ...codeOf(inLines, 'address'),
      ...codeOf(inLines, 'description'),
    ]
    await expect(answered).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED', errors: expected })
  })
})

test('texts of several lines keep them', async ({ given, as }) => {
  const body = { title: 'Lines', description: `${withBreak}\n\tthree` }
  const { data } = await as(await given.admin()).call(companies.create, { body })
  expect(data.description).toBe(body.description)
})

test('a text in a language is a field like others, a key that cannot be stored is none', async ({ staff, given }) => {
  const { id: surveyId } = await given.survey({ status: 'DRAFT' })
  const create = (title: object, more: object = {}) =>
    staff.call(sections.create, { body: { surveyId, title, ...more } })
  await expect(create({ en: withBreak, zh: 'a\u0001' })).rejects.toMatchObject({
    errors: [
      { path: 'title.en', code: 'NOT_ONE_LINE' },
      { path: 'title.zh', code: 'BAD_CHARACTER' },
    ],
  })
  await expect(create({ en: 'x' }, { 'a\0': 1 })).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
})
