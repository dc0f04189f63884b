/** The files that a survey brings along: lists that its questions choose from, and what its texts and options show. */

export const surveyFileKinds = ['LIST', 'MEDIA'] as const
export type SurveyFileKind = (typeof surveyFileKinds)[number]

/** The forms of a survey name it by its `name`. Other bytes under one name are another file, with another id. */
export interface SurveyFile {
  id: number
  name: string
  kind: SurveyFileKind
  mime: string
  bytes: number
  /** Hex: collecting apps know a file by it. */
  md5: string
  /** Of a list that questions choose from. */
  list?: ListAbout | null | undefined
  /** Of a list that the product makes of its own records, at each reading: `SITES`, or `RESPONSES 7` of the survey 7. */
  source?: string | null | undefined
}

export const listSources = ['SITES', 'UNITS', 'PARTICIPANTS', 'RESPONSES', 'ENTITIES'] as const
export type ListSource = (typeof listSources)[number]
/** Those of a survey. */
export const surveySources: readonly ListSource[] = ['RESPONSES', 'ENTITIES']

export interface ListAbout {
  columns: string[]
  /** How many. */
  rows: number
}

/** What a text shows beside itself, by the words of XLSForm. In apps a press on a picture shows the big one. */
export const mediaKinds = ['image', 'big-image', 'audio', 'video'] as const
export type MediaKind = (typeof mediaKinds)[number]

/** The names of files by language. */
export type Media = { [Kind in MediaKind]?: Record<string, string> }

/** Whether a file is shown as one of this kind: what holds sound may hold a film, too. */
export function showsAs({ mime }: Pick<SurveyFile, 'mime'>, kind: MediaKind): boolean {
  const isPicture = kind === 'image' || kind === 'big-image'
  return isPicture ? mime.startsWith('image/') : /^(audio|video)\//.test(mime)
}

/** As a field of files takes them. */
export const surveyFileTypes = '.csv,.xml,.geojson,image/*,audio/*,video/*'
export const maxSurveyFileMegabytes = 30
/** Of one survey: each of many options may have a picture. */
export const maxSurveyFiles = 500

/** A file of rows, each by the headings of its columns. */
export interface ListTable {
  columns: readonly string[]
  rows: readonly ListRow[]
}
export type ListRow = Readonly<Record<string, string>>
