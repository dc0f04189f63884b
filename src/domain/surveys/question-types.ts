/**
 * The types of questions, each told once: rules, files, lists and charts ask this table. A new type has its row here, its
 * field in `web/questionnaire/QuestionField.tsx` and its words.
 */

/** What the answers are. A number, text, date, time or moment can be compared with others. */
export type AnswerKind = 'number' | 'text' | 'date' | 'time' | 'datetime' | 'choices' | 'point' | 'file'

/** How filters compare answers. TEXT: without regard to case and accents. DAY and MOMENT: in UTC. */
type IndexKind = 'WORD' | 'TEXT' | 'NUMBER' | 'DAY' | 'MOMENT'

/**
 * CHOICES: how often each was chosen. NUMBERS and DAYS: how they spread. PLACES: where they are. TEXTS: their words. COUNT:
 * files and the like have only a number of answers.
 */
export const chartKinds = ['CHOICES', 'NUMBERS', 'DAYS', 'PLACES', 'TEXTS', 'COUNT'] as const
type ChartKind = (typeof chartKinds)[number]

interface Traits {
  /** Absent of a question that is not answered. */
  answer?: AnswerKind | undefined
  /** Of texts without options: any words, an E.164 phone, the code of a place, or a line (`lines.ts`). */
  text?: 'FREE' | 'PHONE' | 'PLACE' | 'LINE' | undefined
  /** OWN: those of the question. YES_NO: `yes` and `no`. */
  options?: 'OWN' | 'YES_NO'
  /** The bounds that fit; an answer that has any problem may have a message too. */
  bounds: readonly ('min' | 'max' | 'step' | 'maxLength' | 'regex')[]
  /** Its numbers and bounds are whole. */
  isWhole?: true
  /** Absent where nothing is compared: of files, points and lines. */
  index?: IndexKind | undefined
  chart: ChartKind
  /** Apps record it by themselves: no person is asked, and no answer is needed. Its appearance holds the app's parameters. */
  isRecorded?: true
  /** What the stored file must be. */
  file?: 'PICTURE' | 'SOUND' | 'FILM' | 'ANY'
  /** Its type in XLSForms, and other names that forms have for it. */
  form: { type: string; appearance?: string; also?: readonly string[] }
  /** Its type in XForms. */
  bind: string
  /** Its column in workbooks; absent where a cell cannot hold the answer. */
  cell?: { format: 'text' | 'number' | 'date' | 'time'; width?: number }
}

const wide = { format: 'text', width: 28 } as const
const coded = {
  answer: 'text',
  bounds: [],
  index: 'TEXT',
  chart: 'COUNT',
  bind: 'string',
  cell: { format: 'text' },
} as const
const free = { ...coded, text: 'FREE', chart: 'TEXTS', bounds: ['maxLength', 'regex'], cell: wide } as const
const place = { ...coded, text: 'PLACE', chart: 'CHOICES', form: { type: 'text' } } as const
const oneOption = { ...coded, index: 'WORD', chart: 'CHOICES', form: { type: 'select_one' } } as const
const options = { ...oneOption, answer: 'choices', options: 'OWN', cell: wide } as const
const number = {
  answer: 'number',
  bounds: ['min', 'max'],
  index: 'NUMBER',
  chart: 'NUMBERS',
  cell: { format: 'number' },
} as const
const point = { answer: 'point', bounds: [], chart: 'PLACES', bind: 'geopoint', cell: wide } as const
const file = { answer: 'file', bounds: [], chart: 'COUNT', bind: 'binary' } as const

/** In the order in which people choose from them. Of several with one name in forms the first is read. */
const table = {
  TEXT: { ...free, form: { type: 'text', also: ['string'] } },
  LONG_TEXT: { ...free, form: { type: 'text', appearance: 'multiline' } },
  INTEGER: { ...number, isWhole: true, form: { type: 'integer', also: ['int'] }, bind: 'int' },
  DECIMAL: { ...number, form: { type: 'decimal' }, bind: 'decimal' },
  DATE: {
    answer: 'date',
    bounds: [],
    index: 'DAY',
    chart: 'DAYS',
    form: { type: 'date' },
    bind: 'date',
    cell: { format: 'date' },
  },
  TIME: { ...coded, answer: 'time', form: { type: 'time' }, bind: 'time' },
  DATETIME: {
    answer: 'datetime',
    bounds: [],
    index: 'MOMENT',
    chart: 'DAYS',
    form: { type: 'dateTime' },
    bind: 'dateTime',
    cell: { format: 'time' },
  },
  SINGLE: { ...oneOption, options: 'OWN' },
  MULTIPLE: { ...options, bounds: ['min', 'max'], isWhole: true, form: { type: 'select_multiple' } },
  RANK: { ...options, form: { type: 'rank' }, bind: 'odk:rank' },
  YES_NO: { ...oneOption, options: 'YES_NO' },
  RATING: { ...number, isWhole: true, bounds: ['max'], chart: 'CHOICES', form: { type: 'range' }, bind: 'int' },
  RANGE: { ...number, bounds: ['min', 'max', 'step'], form: { type: 'range' }, bind: 'decimal' },
  PHONE: { ...coded, text: 'PHONE', form: { type: 'text', appearance: 'numbers' } },
  BARCODE: { ...free, chart: 'COUNT', form: { type: 'barcode' }, bind: 'barcode' },
  GEOPOINT: { ...point, form: { type: 'geopoint', also: ['location', 'gps'] } },
  GEOTRACE: { ...coded, text: 'LINE', index: undefined, form: { type: 'geotrace' }, bind: 'geotrace', cell: wide },
  GEOSHAPE: { ...coded, text: 'LINE', index: undefined, form: { type: 'geoshape' }, bind: 'geoshape', cell: wide },
  IMAGE: { ...file, file: 'PICTURE', form: { type: 'image', also: ['photo', 'picture'] } },
  AUDIO: { ...file, file: 'SOUND', form: { type: 'audio' } },
  VIDEO: { ...file, file: 'FILM', form: { type: 'video' } },
  FILE: { ...file, file: 'ANY', form: { type: 'file' } },
  SIGNATURE: { ...file, file: 'PICTURE', form: { type: 'image', appearance: 'signature' } },
  AUDIT: { ...file, file: 'ANY', form: { type: 'audit' }, isRecorded: true },
  BACKGROUND_AUDIO: {
    ...file,
    file: 'SOUND',
    form: { type: 'background-audio', also: ['backgroundaudio'] },
    isRecorded: true,
  },
  START_POINT: { ...point, form: { type: 'start-geopoint', also: ['startgeopoint'] }, isRecorded: true },
  NOTE: { bounds: [], chart: 'COUNT', form: { type: 'note' }, bind: 'string' },
  ADMIN_UNIT: place,
  SITE: place,
} as const satisfies Record<string, Traits>

export type QuestionType = keyof typeof table

export const questionTypes = Object.keys(table) as QuestionType[]

export function traitsOf(type: QuestionType): Traits {
  return table[type]
}

/** Those with options of their own. */
export const choiceTypes = questionTypes.filter((type) => traitsOf(type).options === 'OWN')

/** Those that are answered by a file. */
export const fileTypes = questionTypes.filter((type) => traitsOf(type).file)
