import { expect } from 'vitest'
import { readTexts } from '#words/texts.ts'
import { locales } from '#domain/text/locale.ts'
import { test } from '../test/with-app.ts'

test('every table that may hold a record back has its word in every language', async ({ sql }) => {
  const resources = [
    'category',
    'subcategory',
    'site_category',
    'issue_category',
    'site',
    'company',
    'survey',
    'person',
  ]
  const { rows } = await sql.owner.query<{ name: string }>(
    `select distinct conrelid::regclass::text as name from pg_constraint
       where contype = 'f' and confdeltype in ('a', 'r') and confrelid::regclass::text = any($1)`,
    [resources],
  )
  expect(rows.length).toBeGreaterThan(3)
  for (const language of locales) {
    const texts = readTexts(language)
    expect(rows.map(({ name }) => `usage.${name}`).filter((id) => texts[id] === undefined)).toEqual([])
  }
})
