/** The files that answer questions, as an archive that is written while they are read. */
import { filePath, isFile } from '#domain/answers/attachments.ts'
import type { MergedQuestion } from '#domain/answers/merged-versions.ts'
import { repetitionOf } from '#domain/answers/rosters.ts'
import { type OutEntry, zipChunks } from '../../excel/zip-writer.ts'
import type { Services } from '../../services.ts'
import type { AnsweredRow } from './answers-store.ts'
import { rowsOf } from '../../db/pool.ts'

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
  for await (const rows of batches) {
    const contents = await contentsOf(
      services,
      rows.flatMap((row) => filesOf(row)),
    )
    for (const row of rows) {
      for (const { id, key, name } of filesOf(row)) {
        const [question = '', ...numbers] = key.split('.')
        const code = codes.get(question)
        const content = contents.get(`${row.id} ${id}`)
        if (code === undefined || !content) continue
        const repetition = repetitionOf(numbers.map(Number))
        const path = filePath({ code, formKey: row.formKey, repetition }, { file: id, name })
        yield { name: path, chunks: (await services.files.read(content)) as AsyncIterable<Buffer>, level: 0 }
      }
    }
  }
}

function filesOf({ id: formId, answers }: AnsweredRow): ZippedFile[] {
  return Object.entries(answers).flatMap(([key, value]) =>
    isFile(value) ? [{ id: value.file, name: value.name, formId, key }] : [],
  )
}

/** By response and file: an answer that names a file of another response has none. */
async function contentsOf(
  { database }: FileServices,
  named: readonly ZippedFile[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (named.length === 0) return new Map()
  const rows = await rowsOf<{ formId: number; id: number; sha256: Buffer }>(database.db)`
    select bound.response_id as "formId", bound.file_id as id, file.sha256
    from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as i(id bigint, "formId" bigint)
    join form_file bound on bound.file_id = i.id and bound.response_id = i."formId"
    join file on file.id = bound.file_id`
  return new Map(rows.map(({ formId, id, sha256 }) => [`${formId} ${id}`, sha256]))
}
