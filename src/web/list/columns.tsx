/**
 * Columns of a list: `[image('logoId', 'title'), text('title'), dateTime('updatedAt')]`. A key that the row does not have, or of
 * the wrong type, fails tsc where the columns meet the list. The heading is the message `<list name>.field.<key>`.
 */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { groupedPhone } from '../i18n/grouped-phone.ts'
import { currentLocale } from '../i18n/locale.ts'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import { StoredImage } from '../ui/StoredImage.tsx'

export interface Column<Row> {
  key: string
  /** A property, not a method: only so does tsc refuse a column of another row. */
  render: (row: Row) => ReactNode
  /** Numbers and money are at the end of their cell. */
  align?: 'end'
  /** Takes the room that the others leave, and cuts its words to it. */
  grows?: true
  /** Carries no words: never the cell that names the row. */
  pictorial?: true
  /** Shown to people who ask for it in the column chooser. */
  optional?: true
}

type Has<K extends string, Value> = { [P in K]?: Value | null | undefined }

export function text<K extends string>(key: K): Column<Has<K, string>> {
  return { key, render: (row) => blank(row[key]) }
}

export function phone<K extends string>(key: K): Column<Has<K, string>> {
  return { key, render: (row) => blank(row[key] && groupedPhone(row[key])) }
}

/** The words that name a row; they may be long. */
export function title<K extends string>(key: K): Column<Has<K, string>> {
  return { ...text(key), grows: true }
}

/** A text in several languages, in the reader's; it may be long. */
export function localized<K extends string>(key: K): Column<Has<K, Localized>> {
  return { key, grows: true, render: (row) => blank(row[key] && textIn(row[key], currentLocale())) }
}

/** One of a few words, each with its text: `choice('status', 'sites.status')` says `sites.status.ACTIVE`. */
export function choice<K extends string>(key: K, words: string): Column<Has<K, string>> {
  return { key, render: (row) => <ChoiceCell words={words} value={row[key]} /> }
}

export function yesNo<K extends string>(key: K): Column<Has<K, boolean>> {
  return { key, render: (row) => <YesNoCell value={row[key]} /> }
}

/** The title of another record, as the way to it: `link('companyTitle', 'companyId', '/companies')`. */
export function link<K extends string, I extends string>(
  key: K,
  idKey: I,
  path: string,
): Column<Has<K, string> & Has<I, number>> {
  return {
    key,
    render: (row) => {
      const { [key]: name }: Has<K, string> = row
      const { [idKey]: id }: Has<I, number> = row
      return id === null || id === undefined ? <Blank /> : <Link to={`${path}/${id}`}>{name}</Link>
    },
  }
}

export function number<K extends string>(key: K): Column<Has<K, number>> {
  return { key, align: 'end', render: (row) => <NumberCell value={row[key]} /> }
}

/** A moment of which only the day matters here. */
export function date<K extends string>(key: K): Column<Has<K, string>> {
  return { key, render: (row) => <DayCell iso={row[key]} /> }
}

export function dateTime<K extends string>(key: K): Column<Has<K, string>> {
  return { key, render: (row) => <MomentCell iso={row[key]} /> }
}

/** A thumbnail of a stored file by its id; without one, the first letter of the named text. */
export function image<K extends string, N extends string>(key: K, named: N): Column<Has<K, number> & Has<N, string>> {
  return {
    key,
    pictorial: true,
    render: (row) => {
      const { [key]: fileId }: Has<K, number> = row
      const { [named]: name }: Has<N, string> = row
      return <StoredImage fileId={fileId ?? undefined} size={28} initial={name?.slice(0, 1)} />
    },
  }
}

/** Offered by the column chooser, not shown unless asked for. */
export function optional<Row>(column: Column<Row>): Column<Row> {
  return { ...column, optional: true }
}

/** Any other cell: `column('status', (row: Survey) => <StatusTag status={row.status} />)`. */
export function column<Row>(key: string, render: (row: Row) => ReactNode): Column<Row> {
  return { key, render }
}

/** Money and other figures at the end of their cell. */
export function endColumn<Row>(key: string, render: (row: Row) => ReactNode): Column<Row> {
  return { key, render, align: 'end' }
}

function blank(value: string | null | undefined): ReactNode {
  return value === null || value === undefined || value === '' ? <Blank /> : value
}

function Blank() {
  return <span className="blank">–</span>
}

function ChoiceCell({ words, value }: { words: string; value: string | null | undefined }) {
  const textOr = useTextOr()
  return value ? textOr(`${words}.${value}`, value) : <Blank />
}

function YesNoCell({ value }: { value: boolean | null | undefined }) {
  const t = useText()
  return value === null || value === undefined ? <Blank /> : t(value ? 'list.yes' : 'list.no')
}

function NumberCell({ value }: { value: number | null | undefined }) {
  const { number: format } = useFormat()
  return value === null || value === undefined ? <Blank /> : format(value)
}

function MomentCell({ iso }: { iso: string | null | undefined }) {
  const { dateTime: format } = useFormat()
  return iso ? <time dateTime={iso}>{format(iso)}</time> : <Blank />
}

function DayCell({ iso }: { iso: string | null | undefined }) {
  const { date: format, dateTime: whole } = useFormat()
  if (!iso) return <Blank />
  return (
    <time dateTime={iso} title={whole(iso)}>
      {format(iso)}
    </time>
  )
}
