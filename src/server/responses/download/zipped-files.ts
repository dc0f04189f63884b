/** The files that answer questions, as an archive that is written while they are read. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { plainFileName } from '#domain/answers/attachments.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { type OutEntry, zipChunks } from '../../excel/zip-writer.ts'
import type { Services } from '../../services.ts'
import type { AnsweredRow } from './answers-store.ts'

type FileServices = Pick<Services, 'database' | 'files'>

interface ZippedFile {
  id: number
  name: string
  formId: number
  key: string
}

/** Of these questions alone. */
export function zippedFiles(
  services: FileServices,
  questions: readonly MergedQuestion[],
  batches: AsyncIterable<AnsweredRow[]>,
): AsyncIterable<Uint8Array> {
  const codes = new Map(
    questions.flatMap(({ question, places }) => places.map(({ key }) => [key, question.code] as const)),
  )
  return zipChunks(entriesOf(services, codes, batches))
}

async function* entriesOf(
  services: FileServices,
  codes: ReadonlyMap<string, string>,
  batches: AsyncIterable<AnsweredRow[]>,
): AsyncGenerator<OutEntry> {
  const unused = nameGiver()
  for await (const rows of batches) {
    const contents = await contentsOf(
      services,
      rows.flatMap((row) => filesOf(row)),
    )
    for (const row of rows) {
      for (const { id, key, name } of filesOf(row)) {
        const [question = '', repetition] = key.split('.')
        const code = codes.get(question)
        const content = contents.get(`${row.id} ${id}`)
        if (code === undefined || !content) continue
        const form = plainFileName(row.formKey.replaceAll(/[\\/]/g, '-'))
        const place = repetition === undefined ? form : `${form}-${repetition}`
        const path = unused(`${code}/${place}-${plainFileName(name)}`, id)
        yield { name: path, chunks: (await services.files.read(content)) as AsyncIterable<Buffer>, level: 0 }
      }
    }
  }
}

function filesOf({ id: formId, answers }: AnsweredRow): ZippedFile[] {
  return Object.entries(answers).flatMap(([key, value]) =>
    typeof value === 'object' && 'file' in value ? [{ id: value.file, name: value.name, formId, key }] : [],
  )
}

/** By response and file: an answer that names a file of another response has none. */
async function contentsOf(
  { database }: FileServices,
  named: readonly ZippedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (named.length === 0) return new Map()
  const { rows } = await sql<{ formId: number; id: number; sha256: Buffer }>`
    select bound.response_id as "formId", bound.file_id as id, file.sha256
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as i(id bigint, "formId" bigint)
    join form_file bound on bound.file_id = i.id and bound.response_id = i."formId"
    join file on file.id = bound.file_id`.execute(database.db)
  return new Map(rows.map(({ formId, id, sha256 }) => [`${formId} ${id}`, sha256]))
}

/**
 * A name that no entry has yet, whatever the case of its letters: one that seems taken gets the number of its file. Only
 * hashes are kept, as an archive may have a million names.
 */
function nameGiver(): (name: string, id: number) => string {
  const taken = new Set<number>()
  return (name, id) => {
    const hash = createHash('sha1').update(name.toLowerCase()).digest().readUIntBE(0, 6)
    if (taken.has(hash)) return name.replace(/([^/]*)$/, `${id}-$1`)
    taken.add(hash)
    return name
  }
}
