/** The page of the database (docs/schema.md), written from the files of the schema and from what PostgreSQL made of them. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CatalogueLine } from '#server/db/catalogue.ts'

const folder = join(import.meta.dirname, '../src/server/db')

interface Area {
  name: string
  intro: string
  /** Tables and views in the order of the file, with the comment above each. */
  tables: { name: string; about: string; columns: Map<string, string> }[]
}

function areas(): Area[] {
  const files = readdirSync(join(folder, 'schema')).sort()
  return files.map((file) => {
    const text = readFileSync(join(folder, 'schema', file), 'utf8')
    const tables = [
      ...text.matchAll(
        /((?:^--[^\n]*\n)*)^(?:create (?:unlogged )?(?:table|view) |call counter\(')(\w+)([\s\S]*?);\n/gm,
      ),
    ]
    return {
      name: file.replace(/\.sql$/, ''),
      intro: aboutOf(text.split('\n\n')[0] ?? ''),
      tables: tables.map(([, about = '', name = '', body = '']) => ({
        name,
        about: aboutOf(about),
        columns: new Map(
          [...body.matchAll(/((?:^ {2}--[^\n]*\n)+) {2}(\w+) /gm)].map(([, said = '', column = '']) => [
            column,
            aboutOf(said),
          ]),
        ),
      })),
    }
  })
}

/** A comment of SQL as a paragraph. */
function aboutOf(comment: string): string {
  return comment
    .split('\n')
    .map((line) => line.replace(/^ *-- ?/, ''))
    .join(' ')
    .trim()
}

export function schemaPage(lines: readonly CatalogueLine[]): string {
  const of = (table: string, kind: CatalogueLine['kind']) =>
    lines.filter((line) => line.table === table && line.kind === kind)
  const known = areas()
  const page = [
    '# The database',
    '',
    'Written by `npm run schema` from `src/server/db/schema/` and a database that was made of it.',
    '',
  ]
  for (const { name, intro, tables } of known) {
    page.push(
      `## ${name}`,
      '',
      intro,
      '',
      '```mermaid',
      'erDiagram',
      ...links(
        tables.map((table) => table.name),
        of,
      ),
      '```',
      '',
    )
    for (const table of tables) page.push(...tableText(table, of))
  }
  return page.join('\n')
}

type Of = (table: string, kind: CatalogueLine['kind']) => CatalogueLine[]

/** One arrow for each foreign key. */
function links(tables: readonly string[], of: Of): string[] {
  return tables.flatMap((table) => {
    const keys = of(table, 'constraint').flatMap(({ text }) => {
      const [, columns, target] = /^FOREIGN KEY \(([^)]*)\) REFERENCES (\w+)/.exec(text) ?? []
      return target ? [`  ${target} ||--o{ ${table} : "${columns}"`] : []
    })
    return keys.length > 0 ? [...new Set(keys)] : [`  ${table}`]
  })
}

function tableText({ name, about, columns }: Area['tables'][number], of: Of): string[] {
  const rows = of(name, 'column').map(({ name: column, text }) => {
    const type = text
      .replace(/ *\{[^}]*\}$/, '')
      .replaceAll('|', '\\|')
      .replace(/\s+/g, ' ')
    return `| \`${column}\` | ${type} | ${columns.get(column) ?? ''} |`
  })
  const keys = of(name, 'constraint').map(({ name: key, text }) => `- \`${key}\`: ${text.replace(/\s+/g, ' ')}`)
  const triggers = of(name, 'trigger').map(({ name: trigger, text }) => {
    const [, law = ''] = /EXECUTE FUNCTION (\w+)/.exec(text) ?? []
    return `- \`${trigger}\`: ${law}`
  })
  return [
    `### ${name}`,
    '',
    ...(about ? [about, ''] : []),
    ...(rows.length > 0 ? ['| Column | Type | |', '| --- | --- | --- |', ...rows, ''] : []),
    ...(keys.length > 0 ? ['Constraints:', '', ...keys, ''] : []),
    ...(triggers.length > 0 ? ['Triggers, by the law that they call:', '', ...triggers, ''] : []),
  ]
}
