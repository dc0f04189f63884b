import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { menu } from '#contract/menu.ts'
import { defaultLocale, locales } from '#domain/text/locale.ts'
import { permissionEntries } from '#domain/people/permissions.ts'
import { problemWords } from '../excel/problem-words.ts'
import { test } from '../test/with-app.ts'

test('a person takes each language: the menu has its names in it, a refusal its words', async ({ given, as }) => {
  const permissions = permissionEntries.filter(({ duty }) => duty !== 'RIGHTS').map(({ name }) => name)
  const staff = as(await given.admin({ permissions }))
  const refusals = new Set<string>()
  for (const locale of locales) {
    expect((await staff.call(auth.setLocale, { body: { locale } })).locale).toBe(locale)
    const { list } = await staff.call(menu.routes)
    const names = list.map((row) => (locale === defaultLocale ? row.name : row[locale].name))
    expect(names.length).toBeGreaterThan(30)
    expect(names.filter((name) => !name)).toEqual([])
    refusals.add(problemWords({ row: 3, column: 'A', cell: 'A3', code: 'REQUIRED', message: '' }, locale))
  }
  expect([...refusals]).toHaveLength(locales.length)
})
