import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { readCatalogue } from '#server/db/catalogue.ts'
import { test } from '#server/test/with-app.ts'
import { schemaPage } from './schema-page.ts'

test('docs/schema.md is what npm run schema writes, and each table has its comment', async ({ services }) => {
  const lines = await readCatalogue(services.database.db)
  expect(readFileSync(join(import.meta.dirname, '../docs/schema.md'), 'utf8')).toBe(schemaPage(lines))
  const tables = lines.filter(({ kind }) => kind === 'table').map(({ name }) => name)
  const page = schemaPage(lines)
  const unsaid = tables.filter((table) => !new RegExp(`### ${table}\\n\\n[A-Z"]`).test(page))
  expect(unsaid).toEqual([])
})
