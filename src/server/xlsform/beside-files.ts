/** The files that come in beside a form: each is judged as one that is added to a survey by itself. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { sniffedBytes } from '#domain/answers/attachments.ts'
import { type JudgedSurveyFile, judgeSurveyFile } from '#domain/answers/judge-survey-file.ts'
import { problemText } from '#domain/problems.ts'
import { maxSurveyFileMegabytes, maxSurveyFiles, type SurveyFile } from '#domain/surveys/survey-files.ts'
import { type ListOutcome, listIn, type ReadList } from '../surveys/read-list.ts'
import type { NamedBytes } from './form-archive.ts'
import type { Report } from './report.ts'

export interface BesideFile {
  judged: JudgedSurveyFile
  file: { path: string; bytes: number; sha256: Uint8Array }
  md5: string
  list: ReadList | null
}

/** `path`: where they are kept, with their number behind it; without one they are only judged. */
export async function judgeBeside(
  files: readonly NamedBytes[],
  { report, path }: { report: Report; path: string | undefined },
): Promise<BesideFile[]> {
  const taken: BesideFile[] = []
  for (const { name, bytes } of files) {
    const judged = judgeSurveyFile(bytes.subarray(0, sniffedBytes), name)
    const list: ListOutcome | null = 'problem' in judged || judged.kind !== 'LIST' ? null : listIn(bytes, judged.mime)
    const left = problemOf(bytes, judged, list, taken)
    if (left) report.add({ sheet: '', row: 0 }, 'FILE_LEFT', { name, value: left })
    if (left || 'problem' in judged || (list && 'problem' in list)) continue
    report.add({ sheet: '', row: 0 }, 'FILE_TAKEN', { name })
    taken.push(await keep(list?.plain ?? bytes, { judged, list, path: path && `${path}-${taken.length}` }))
  }
  return taken
}

function problemOf(
  { length }: Buffer,
  judged: ReturnType<typeof judgeSurveyFile>,
  list: ListOutcome | null,
  taken: readonly BesideFile[],
): string | undefined {
  if (length > maxSurveyFileMegabytes * 1024 * 1024)
    return problemText({ code: 'FILE_TOO_LARGE', limit: maxSurveyFileMegabytes })
  if ('problem' in judged) return problemText({ code: judged.problem })
  if (list && 'problem' in list)
    return problemText({ code: list.problem, ...(list.limit ? { limit: list.limit } : {}) })
  if (taken.some((other) => other.judged.name === judged.name)) return problemText({ code: 'DUPLICATE' })
  return taken.length < maxSurveyFiles ? undefined : problemText({ code: 'TOO_MANY', limit: maxSurveyFiles })
}

async function keep(
  bytes: Buffer,
  { judged, list, path }: Pick<BesideFile, 'judged' | 'list'> & { path: string | undefined },
): Promise<BesideFile> {
  if (path) await writeFile(path, bytes, { mode: 0o600, flush: true })
  const hash = (algorithm: string) => createHash(algorithm).update(bytes).digest()
  const file = { path: path ?? '', bytes: bytes.length, sha256: hash('sha256') }
  return { judged, file, md5: hash('md5').toString('hex'), list }
}

/** As the survey will have them, with ids to come. */
export function surveyFilesOf(files: readonly BesideFile[]): SurveyFile[] {
  return files.map(({ judged, file, md5, list }) => ({
    id: 0,
    ...judged,
    bytes: file.bytes,
    md5,
    list: list?.about ?? null,
  }))
}
