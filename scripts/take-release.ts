/**
 * node scripts/take-release.ts
 * Writes the database of the release from which on databases are upgraded (test/releases/0.2.0.sql). Until 0.2.0 is
 * released it is taken again after each change of the schema; then never.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSchema } from '#server/db/schema.ts'

const { schema, laws } = await readSchema()
const rows = [{ name: 'base/0.2.0', sha256: '' }, ...schema, ...laws].map(
  ({ name, sha256 }) => `('${name}', '${sha256}')`,
)
const parts = [
  'set check_function_bodies = off;',
  ...[...schema, ...laws].map(({ name, text }) => `-- ${name}\n${text}`),
  `insert into schema_file (name, sha256) values\n${rows.join(',\n')};\n`,
]
writeFileSync(join(import.meta.dirname, '../test/releases/0.2.0.sql'), parts.join('\n'))
