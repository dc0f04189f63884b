/**
 * Files that answer questions: what their bytes are, whether that is what they call themselves and what the question takes,
 * and how a browser may show them. The bytes decide; names and types that were sent are compared with them.
 */
import type { AnswerValue, FileAnswer, Repetition } from './answer-values.ts'
import type { ProblemCode } from '../problems.ts'
import { rostersAround } from './rosters.ts'
import { type QuestionType, traitsOf } from '../surveys/question-types.ts'
import { fileTypes, type SurveyContent } from '../surveys/survey.ts'

/** PICTURE and SOUND may be shown inside a page; a DOCUMENT is only ever saved, as it may hold scripts. */
type FileKind = 'PICTURE' | 'SOUND' | 'DOCUMENT'

interface Format {
  kind: FileKind
  /** What it is served as comes first; a container holds several. */
  types: readonly string[]
  extensions: readonly string[]
}

function format(kind: FileKind, types: string, extensions: string): Format {
  return { kind, types: types.split(' '), extensions: extensions.split(' ') }
}

const office = 'application/vnd.openxmlformats-officedocument'
const open = 'application/vnd.oasis.opendocument'

const formats = {
  png: format('PICTURE', 'image/png image/x-png', 'png'),
  jpeg: format('PICTURE', 'image/jpeg image/jpg image/pjpeg', 'jpg jpeg jpe jfif'),
  gif: format('PICTURE', 'image/gif', 'gif'),
  webp: format('PICTURE', 'image/webp', 'webp'),
  heif: format('DOCUMENT', 'image/heic image/heif image/avif', 'heic heif avif'),
  mp3: format('SOUND', 'audio/mpeg audio/mp3', 'mp3'),
  mp4: format(
    'SOUND',
    'audio/mp4 audio/x-m4a audio/m4a audio/3gpp video/mp4 video/3gpp video/quicktime',
    'm4a mp4 3gp mov',
  ),
  ogg: format('SOUND', 'audio/ogg application/ogg audio/opus video/ogg', 'ogg oga opus ogv'),
  wav: format('SOUND', 'audio/wav audio/x-wav audio/wave audio/vnd.wave', 'wav'),
  webm: format('SOUND', 'audio/webm video/webm video/x-matroska', 'webm weba mkv'),
  amr: format('SOUND', 'audio/amr', 'amr'),
  aac: format('SOUND', 'audio/aac audio/x-aac audio/aacp', 'aac'),
  flac: format('SOUND', 'audio/flac audio/x-flac', 'flac'),
  pdf: format('DOCUMENT', 'application/pdf', 'pdf'),
  zip: format(
    'DOCUMENT',
    `application/zip application/x-zip-compressed ${office}.wordprocessingml.document ${office}.spreadsheetml.sheet
      ${office}.presentationml.presentation ${open}.text ${open}.spreadsheet`.replaceAll(/\s+/g, ' '),
    'zip docx xlsx pptx odt ods kmz',
  ),
  ole: format('DOCUMENT', 'application/msword application/vnd.ms-excel application/vnd.ms-powerpoint', 'doc xls ppt'),
  markup: format(
    'DOCUMENT',
    'text/html application/xhtml+xml image/svg+xml text/xml application/xml',
    'html htm xhtml svg xml kml gpx',
  ),
  text: format('DOCUMENT', 'text/plain text/csv application/json text/markdown', 'txt csv json md tsv'),
} as const satisfies Record<string, Format>

type FormatName = keyof typeof formats

/** The number of first bytes that identify a file. */
export const sniffedBytes = 4096

/** What the first bytes of a file are; undefined for a format that we do not know. */
function sniff(head: Uint8Array): FormatName | undefined {
  const word = (from: number, to: number) => String.fromCharCode(...head.subarray(from, to))
  const [first = 0, second = 0] = head
  if (word(0, 8) === '\u0089PNG\r\n\u001A\n') return 'png'
  if (word(0, 3) === '\u00FF\u00D8\u00FF') return 'jpeg'
  if (/^GIF8[79]a/.test(word(0, 6))) return 'gif'
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WEBP') return 'webp'
  if (word(0, 4) === 'RIFF' && word(8, 12) === 'WAVE') return 'wav'
  if (word(4, 8) === 'ftyp') return /^(hei[cmsx]|hev[cmx]|mif1|msf1|avi[fs])/.test(word(8, 12)) ? 'heif' : 'mp4'
  if (word(0, 4) === 'OggS') return 'ogg'
  if (word(0, 4) === '\u001AE\u00DF\u00A3') return 'webm'
  if (word(0, 5) === '#!AMR') return 'amr'
  if (word(0, 4) === 'fLaC') return 'flac'
  if (word(0, 3) === 'ID3') return 'mp3'
  // A frame of AAC says layer 0, one of MP3 layer 3.
  if (first === 0xff && (second & 0xf6) === 0xf0) return 'aac'
  if (first === 0xff && (second & 0xe6) === 0xe2) return 'mp3'
  if (word(0, 5) === '%PDF-') return 'pdf'
  if (['PK\u0003\u0004', 'PK\u0005\u0006'].includes(word(0, 4))) return 'zip'
  if (word(0, 8) === '\u00D0\u00CF\u0011\u00E0\u00A1\u00B1\u001A\u00E1') return 'ole'
  const text = textOf(head)
  if (text === undefined) return undefined
  return /^\s*</.test(text) ? 'markup' : 'text'
}

/** The format of a file by its first bytes; undefined for one that we do not know. */
export function formatOf(head: Uint8Array): (Format & { isText: boolean }) | undefined {
  const name = sniff(head)
  return name && { ...formats[name], isText: name === 'text' || name === 'markup' }
}

/** Without its byte order mark; undefined for what is no text. */
function textOf(head: Uint8Array): string | undefined {
  if (head.includes(0)) return undefined
  try {
    // The last letter may be cut.
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

export interface SentFile {
  /** The first `sniffedBytes` of it. */
  head: Uint8Array
  name: string
  /** The type that the sender says: `image/png`. */
  type: string
}

export interface JudgedFile {
  problem?: Extract<ProblemCode, 'FILE_TYPE' | 'FILE_OTHER_TYPE'>
  /** What it is kept and served as. */
  mime: string
}

const unknownType = 'application/octet-stream'

/** Whether the file is what it calls itself, and what the question takes. */
export function judgeFile(question: QuestionType, { head, name, type }: SentFile): JudgedFile {
  const own = sniff(head)
  const found = own && formats[own]
  const said = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const mime = servedAs(question, own, said)
  const extension = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const isOther = contradicts('types', said, own) || contradicts('extensions', extension, own)
  const { file: taken } = traitsOf(question)
  const isTaken = taken === 'FILM' ? found?.types.some(isFilm) : taken === 'ANY' || found?.kind === taken
  if (!isTaken) return { problem: isOther ? 'FILE_OTHER_TYPE' : 'FILE_TYPE', mime }
  return isOther ? { problem: 'FILE_OTHER_TYPE', mime } : { mime }
}

/** Whether a word that we know is one of other formats. */
function contradicts(by: 'types' | 'extensions', word: string, own: FormatName | undefined): boolean {
  const named = Object.entries(formats).filter(([, format]) => format[by].includes(word))
  return named.length > 0 && named.every(([name]) => name !== own)
}

function isFilm(type: string): boolean {
  return type.startsWith('video/')
}

function servedAs(question: QuestionType, own: FormatName | undefined, said: string): string {
  if (own === undefined || own === 'markup') return unknownType
  const { types, kind } = formats[own]
  const { file } = traitsOf(question)
  // Containers hold sound or film: the question says which.
  const fitting = types.filter((type) => file === 'ANY' || isFilm(type) === (file === 'FILM'))
  const [usual = types[0] ?? unknownType] = fitting
  return kind !== 'PICTURE' && fitting.includes(said) ? said : usual
}

/** Whether a browser may show a stored file in a page of its own; it saves all others. */
export function isShown(mime: string): boolean {
  const [type = ''] = mime.split(';', 1)
  return Object.values<Format>(formats).some(({ kind, types }) => kind !== 'DOCUMENT' && types.includes(type))
}

/** A name as its sender gave it, without folders and characters that no file name has. */
export function plainFileName(name: string): string {
  const [last = ''] = name.split(/[\\/]/).slice(-1)
  const plain = last.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}<>:"|?*]+/gu, ' ').trim()
  if (plain.length <= longestName) return plain || 'file'
  const [ending = ''] = /\.\w{1,8}$/.exec(plain) ?? []
  return plain.slice(0, longestName - ending.length).trim() + ending
}

const longestName = 200

/** The most files of one response. */
export function mostFilesOf({ sections }: SurveyContent): number {
  const around = rostersAround(sections)
  return sections.reduce((sum, { questions }, index) => {
    const asked = questions.filter(({ type }) => fileTypes.includes(type)).length
    return sum + asked * (around[index] ?? []).reduce((times, { repeat }) => times * (repeat?.max ?? 1), 1)
  }, 0)
}

export function isFile(value: AnswerValue): value is FileAnswer {
  return typeof value === 'object' && 'file' in value
}

/** Of a file in an archive, and so in the tables beside it. Its number keeps it apart from files of the same name. */
export function filePath(
  { code, formKey, repetition }: { code: string; formKey: string; repetition?: Repetition },
  { file, name }: FileAnswer,
): string {
  const form = plainFileName(formKey.replaceAll(/[\\/]/g, '-'))
  return `${code}/${form}${repetition === undefined ? '' : `-${repetition}`}-${file}-${plainFileName(name)}`
}
