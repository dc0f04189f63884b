/** The columns of a file of answers: the fixed ones, then those of every question of any version. */
import type { DownloadOrder } from '#contract/downloads.ts'
import type { Repetition } from '#domain/answers/answer-values.ts'
import type { Answers, AnswerValue, GeoPoint } from '#domain/answers/answers.ts'
import { filePath, isFile } from '#domain/answers/attachments.ts'
import { defaultLocale, isLocale } from '#domain/text/locale.ts'
import { type MergedRoster, repetitionsIn } from '#domain/answers/merged-rosters.ts'
import { type AnswerPlace, isLong, type MergedQuestion, type NumberedContent } from '#domain/answers/merged-versions.ts'
import { lastNumber, outerAt } from '#domain/answers/rosters.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { type AnswerKind, type QuestionType, traitsOf } from '#domain/surveys/question-types.ts'
import type { FileText } from '#words/text-id.ts'
import { fileText, wordIn } from '#words/texts.ts'
import { answerCell } from '../../excel/answer-cells.ts'
import type { CellFormat } from '../../excel/stream-workbook.ts'
import type { AnsweredRow } from './answers-store.ts'

type FileCell = string | number | null

export interface FileColumn {
  /** No other column has it: a question's code begins with a letter and holds no dot, no slash. */
  code: string
  /** What it is called instead, by the form that it came from. */
  path?: string
  label: string
  format: CellFormat
  /** Undefined for the columns that every file has. */
  question?: MergedQuestion
  cell: (row: FileRow) => FileCell
}

/** A response, or one repetition of a section of it, which has the answers of that repetition alone. */
export interface FileRow extends AnsweredRow {
  repetition?: Repetition
}

export type Choices = Pick<DownloadOrder, 'values' | 'language' | 'multiple'> & {
  /** Codes that no list explains have their labels beside them. */
  explains?: boolean
}

export function fileColumns(questions: readonly MergedQuestion[], choices: Choices): FileColumn[] {
  return [...fixedColumns(choices), ...questions.flatMap((question) => questionColumns(question, choices))]
}

/** How often a section repeats, among the columns of the responses. */
export function countColumn(roster: MergedRoster, { language }: Choices): FileColumn {
  return {
    code: `_count.${roster.name}`,
    label: fileText(language, 'repetitions', plainIn(roster.section.title, language ?? 'en')),
    format: 'number',
    cell: ({ answers }) => repetitionsIn(answers, roster).length,
  }
}

/** The columns of a section that repeats: the response, the repetition, then its questions. */
export function rosterColumns({ questions, depth }: MergedRoster, choices: Choices): FileColumn[] {
  const label = (code: FileText) => fileText(choices.language, code)
  return [
    { code: 'formKey', label: label('formKey'), format: 'text', cell: (row) => row.formKey },
    ...(depth < 2 ? [] : [outerColumn(choices, depth)]),
    {
      code: '_repetition',
      label: label('_repetition'),
      format: 'number',
      cell: ({ repetition }) => lastNumber(repetition) ?? null,
    },
    ...questions.flatMap((question) => questionColumns(question, choices)),
  ]
}

/** The repetition that a repetition is in: `3`, or `3.2` two levels deep. */
function outerColumn({ language }: Choices, depth: number): FileColumn {
  return {
    code: '_outerRepetition',
    label: fileText(language, '_outerRepetition'),
    format: 'text',
    cell: ({ repetition }) => String(outerAt(repetition, depth - 1)),
  }
}

/** What a file or the feed shows of a status and the like. */
export function shownWord(message: string, value: string, { values, language }: Choices): string {
  const locale = isLocale(language) ? language : defaultLocale
  return values === 'codes' ? value : (wordIn(locale, `${message}.${value}`) ?? value)
}

/** Names of the product's own begin with `_`, as no question's code does. */
function fixedColumns({ values, language }: Choices): FileColumn[] {
  const word = (message: string, value: string) => shownWord(message, value, { values, language })
  const text = (code: FileText, cell: FileColumn['cell']): FileColumn => ({
    code,
    label: fileText(language, code),
    format: 'text',
    cell,
  })
  const as = (format: CellFormat, code: FileText, cell: FileColumn['cell']) => ({ ...text(code, cell), format })
  const number = (code: FileText, cell: FileColumn['cell']) => as('number', code, cell)
  const moment = (code: FileText, cell: FileColumn['cell']) => as('moment', code, cell)
  return [
    number('_id', ({ id }) => id),
    text('formKey', ({ formKey }) => formKey),
    number('_version', ({ surveyVersion }) => surveyVersion),
    text('_status', ({ status }) => word('responses.status', status)),
    moment('submittedAt', ({ submittedAt }) => submittedAt),
    moment('_receivedAt', ({ receivedAt }) => receivedAt),
    moment('_startedAt', ({ startedAt }) => startedAt),
    moment('_finishedAt', ({ finishedAt }) => finishedAt),
    text('participantPhone', ({ phone }) => phone),
    text('siteCode', ({ siteCode }) => siteCode),
    text('administrativeUnitCode', ({ unitCode }) => unitCode),
    number('latitude', ({ latitude }) => latitude),
    number('longitude', ({ longitude }) => longitude),
    number('accuracy', ({ accuracy }) => accuracy),
    text('_fence', ({ fence }) => (fence === null || values === 'codes' ? fence : fileText(language, fence))),
    text('_flags', ({ flags }) => flags.map((flag) => word('responses.flags', flag)).join(';') || null),
    text('_source', ({ source }) => word('responses.source', source)),
    text('_collector', ({ collector }) => collector),
    text('_deviceId', ({ deviceId }) => deviceId),
  ]
}

/** That and to which save of the text people agreed, of surveys that ever asked. */
export function consentColumns(versions: readonly NumberedContent[], { language }: Choices): FileColumn[] {
  if (!versions.some(({ content }) => content.notices?.consent)) return []
  const label = (code: FileText) => fileText(language, code)
  return [
    { code: '_consentAt', label: label('_consentAt'), format: 'moment', cell: ({ consent }) => consent?.at ?? null },
    {
      code: '_consentVersion',
      label: label('_consentVersion'),
      format: 'number',
      cell: ({ consent }) => consent?.version ?? null,
    },
  ]
}

function questionColumns(merged: MergedQuestion, choices: Choices): FileColumn[] {
  const { question, places } = merged
  const label = plainIn(question.text, choices.language ?? 'en')
  const areAll = (type: QuestionType) => places.every((place) => place.type === type)
  const columns =
    areAll('MULTIPLE') && choices.multiple === 'options' && !isLong(merged)
      ? optionColumns(merged, label, choices)
      : areAll('GEOPOINT')
        ? pointColumns(merged, label, choices)
        : [answerColumn(merged, label, choices)]
  if (choices.explains && isLong(merged)) {
    const said = fileText(choices.language, 'labelOf', label)
    columns.push({ ...answerColumn(merged, said, { ...choices, values: 'labels' }), code: `${question.code}.label` })
  }
  if (!merged.takesOther) return columns
  const otherCell = ({ answers }: AnsweredRow) => placed(places, answers, 'otherKey')?.value
  const other: FileColumn = {
    code: `${question.code}.other`,
    label: fileText(choices.language, 'other', label),
    format: 'text',
    question: merged,
    cell: (row) => (otherCell(row) as string | undefined) ?? null,
  }
  return [...columns, other]
}

function answerColumn(merged: MergedQuestion, label: string, choices: Choices): FileColumn {
  const { question, places } = merged
  const labelled = choices.values === 'codes' ? undefined : labelsOf(merged, choices)
  return {
    code: question.code,
    label,
    format: formatOf(places),
    question: merged,
    cell({ answers, formKey, repetition }) {
      const found = placed(places, answers, 'key')
      if (!found) return null
      if (isFile(found.value)) return filePath({ code: question.code, formKey, repetition }, found.value)
      return labelled?.(found) ?? answerCell(found.value)
    },
  }
}

const formats: Partial<Record<AnswerKind, CellFormat>> = {
  number: 'number',
  date: 'date',
  time: 'time',
  datetime: 'moment',
}

/** Text, where versions do not agree. */
function formatOf([first, ...others]: readonly AnswerPlace[]): CellFormat {
  const { answer } = first ? traitsOf(first.type) : {}
  const agree = others.every(({ type }) => traitsOf(type).answer === answer)
  return (agree && answer && formats[answer]) || 'text'
}

interface PlacedAnswer {
  value: AnswerValue
  type: AnswerPlace['type']
}

function placed(places: readonly AnswerPlace[], answers: Answers, of: 'key' | 'otherKey'): PlacedAnswer | undefined {
  for (const place of places) {
    const value = answers[place[of]]
    if (value !== undefined) return { value, type: place.type }
  }
  return undefined
}

/** What Excel holds in a cell. */
const longestCell = 32_767

/** The labels of an answer of choices; undefined for any other, and where its labels do not fit into a cell. */
function labelsOf(
  { options }: MergedQuestion,
  { language = 'en' }: Choices,
): (found: PlacedAnswer) => string | undefined {
  const labels = new Map([...options].map(([code, { option }]) => [code, plainIn(option.text, language) || code]))
  const labelOf = (code: string) => labels.get(code) ?? code
  return ({ value, type }) => {
    if (type === 'YES_NO') return fileText(language, value === 'yes' ? 'yes' : 'no')
    if (type === 'SINGLE' && typeof value === 'string') return labelOf(value)
    if (!Array.isArray(value)) return undefined
    const joined = value.map(labelOf).join(';')
    return joined.length > longestCell ? undefined : joined
  }
}

/** Unanswered is blank, in all of them. A slash is in no code of a question, while `.other` is a column already. */
function optionColumns(merged: MergedQuestion, label: string, { language = 'en' }: Choices): FileColumn[] {
  return [...merged.options].map(([code, { option }]) => ({
    code: `${merged.question.code}/${code}`,
    label: `${label}: ${plainIn(option.text, language) || code}`,
    format: 'number' as const,
    question: merged,
    cell({ answers }) {
      const chosen = placed(merged.places, answers, 'key')?.value
      if (!Array.isArray(chosen)) return null
      return chosen.includes(code) ? 1 : 0
    },
  }))
}

/** Numbers, as maps and statistics take them: a text that begins with a minus would come armed. */
function pointColumns(merged: MergedQuestion, label: string, { language }: Choices): FileColumn[] {
  return (['latitude', 'longitude', 'accuracy'] as const).map((part) => ({
    code: `${merged.question.code}.${part}`,
    label: `${label}: ${fileText(language, part)}`,
    format: 'number' as const,
    question: merged,
    cell: ({ answers }) => (placed(merged.places, answers, 'key')?.value as GeoPoint | undefined)?.[part] ?? null,
  }))
}
