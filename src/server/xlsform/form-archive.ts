/** A form with the files beside it in one archive, as a project of another program is downloaded: a workbook, lists, media. */
import { plainFileName } from '#domain/answers/attachments.ts'
import type { ErrorCode } from '#domain/errors.ts'
import { maxSurveyFileMegabytes, maxSurveyFiles } from '#domain/surveys/survey-files.ts'
import { inspectZip, unpack } from '../excel/zip-guard.ts'

export interface NamedBytes {
  /** Without its folder. */
  name: string
  bytes: Buffer
}

interface FormArchive {
  form: NamedBytes
  beside: NamedBytes[]
}

const megabyte = 1024 * 1024
const limits = {
  entries: maxSurveyFiles * 2,
  unpackedBytes: 200 * megabyte,
  growth: 50,
  freeBytes: maxSurveyFileMegabytes * megabyte,
}

function depth(name: string): number {
  return name.split(/[\\/]/).length
}

/** Undefined for a file that is no archive around a workbook: workbooks are archives by themselves. */
export function openArchive(bytes: Buffer): FormArchive | { refusal: ErrorCode } | undefined {
  const found = inspectZip(bytes, limits)
  if (!Array.isArray(found)) return undefined
  const entries = found.filter(({ name }) => !/(^|[\\/])(__MACOSX[\\/]|\.[^\\/]*$)|[\\/]$/.test(name))
  const isWorkbook = entries.some(({ name }) => name === '[Content_Types].xml' || name === 'content.xml')
  const [first] = isWorkbook
    ? []
    : entries
        .filter(({ name }) => /\.(xlsx|xls|ods)$/i.test(name))
        .toSorted((one, other) => depth(one.name) - depth(other.name))
  if (!first) return undefined
  const files: NamedBytes[] = []
  for (const entry of [first, ...entries.filter((each) => each !== first)]) {
    const content = unpack(entry)
    if (!content) return { refusal: 'FILE_BROKEN' }
    files.push({ name: plainFileName(entry.name), bytes: content })
  }
  const [form, ...beside] = files
  return form && { form, beside }
}
