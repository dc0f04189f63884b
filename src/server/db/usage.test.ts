import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { withEach } from '#contract/nouns.ts'
import { locales } from '#domain/locale.ts'
import { withApp } from '../test/with-app.ts'

test(
  'every table that may hold a record back has its word in every language',
  withApp(async ({ sql }) => {
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
      const file = new URL(`../../web/locales/${language}.json`, import.meta.url)
      const texts = withEach(language, JSON.parse(await readFile(file, 'utf8')) as Record<string, string>)
      expect(rows.map(({ name }) => `usage.${name}`).filter((id) => texts[id] === undefined)).toEqual([])
    }
  }),
)
