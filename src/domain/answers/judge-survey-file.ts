/** Whether a file that was sent is one that a survey may bring along: its bytes and its name decide. */
import { own } from '../own.ts'
import type { ProblemCode } from '../problems.ts'
import type { SurveyFileKind } from '../surveys/survey-files.ts'
import { formatOf, plainFileName } from './attachments.ts'

const lists: Record<string, string> = { csv: 'text/csv', xml: 'text/xml', geojson: 'application/geo+json' }

export interface JudgedSurveyFile {
  name: string
  kind: SurveyFileKind
  mime: string
}

/** A container of sounds holds videos, too: the name says which. */
const videos: Record<string, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  ogv: 'video/ogg',
}

/** What a file is by its first bytes and its name; otherwise why it is no file of a survey. */
export function judgeSurveyFile(head: Uint8Array, said: string): JudgedSurveyFile | { problem: ProblemCode } {
  const name = plainFileName(said)
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const found = formatOf(head)
  const list = own(lists, extension)
  // Letters of old encodings are no UTF-8: reading it decides.
  if (list) return !found || found.isText ? { name, kind: 'LIST', mime: list } : { problem: 'FILE_OTHER_TYPE' }
  if (!found || found.kind === 'DOCUMENT') return { problem: 'FILE_TYPE' }
  if (!found.extensions.includes(extension)) return { problem: 'FILE_OTHER_TYPE' }
  return { name, kind: 'MEDIA', mime: own(videos, extension) ?? found.types[0] ?? '' }
}
