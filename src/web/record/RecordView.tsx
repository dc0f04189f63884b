/**
 * The screen of one record: its facts (the columns of its list, also those not shown there unless asked for), the lists
 * that belong to it, its history, its form and its removal. Form and tab are in the URL.
 * `<RecordScreen {...screens} />`, `<RecordScreen {...screens} facts={[text('address')]} />`
 */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { permissionsOf } from '#contract/endpoint.ts'
import type { HistorySubject } from '#contract/history.ts'
import { isMissing } from '../api/api-error.ts'
import { useCall } from '../api/query.ts'
import { useCan, useMay } from '../api/session.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { fact, Facts } from '../ui/Facts.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RecordTitle } from '../ui/RecordTitle.tsx'
import { NotFoundScreen } from '../ui/Screen.tsx'
import { ScreenSkeleton } from '../ui/ScreenSkeleton.tsx'
import { useOpenedWord } from '../ui/use-opened-word.ts'
import type { Column } from '../list/columns.tsx'
import { History } from '../history/History.tsx'
import { DeleteDialog } from '../list/LazyDeleteDialog.tsx'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { RecordTabs, useIsHistory } from './RecordTabs.tsx'
import type { ListScreen } from '../list/use-resource-list.ts'
import './record.css'

export interface TitledRow {
  id: number
  version: number
  title: string
}

/** What the list of a resource and the screen of one record share. */
export interface RecordScreens<Row extends TitledRow> extends ListScreen<Row> {
  /** The trail's word for a record. */
  subject: HistorySubject
  /** What belongs to a record: lists of others, a map. */
  related?: (row: Row) => ReactNode
}

export interface RecordScreenProps<Row extends TitledRow> extends RecordScreens<Row> {
  /** Beside the columns of the list, or more than they say. */
  facts?: readonly Column<Row>[]
}

export function RecordView<Row extends TitledRow>(props: RecordScreenProps<Row>) {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(props.resource.get, { params: { id } })
  const row = data?.data as Row | undefined
  // Deleted elsewhere while it is shown here: the form keeps what is being typed.
  if (error && isMissing(error) && !row) return <NotFoundScreen />
  return (
    <section className="record" aria-busy={!row && !error}>
      {error && <LoadProblem title="record.loadFailed" error={error} onRetry={() => void refetch()} />}
      {row && <OpenRecord {...props} key={row.id} row={row} />}
      {!row && !error && <ScreenSkeleton />}
    </section>
  )
}

interface OpenProps<Row extends TitledRow> extends RecordScreenProps<Row> {
  row: Row
}

function OpenRecord<Row extends TitledRow>(props: OpenProps<Row>) {
  const { resource, subject, form, row } = props
  const isHistory = useIsHistory()
  const canWrite = useCan(resource.write)
  const modal = useOpenedWord('modal')
  const editing = { type: 'update', id: String(row.id), row, error: undefined } as const
  return (
    <>
      <RecordTitle name={row.title} />
      <RecordHead {...props} onEdit={() => modal.open('update')} />
      <RecordTabs />
      {isHistory ? (
        <Panel>
          <History subjectType={subject} subjectId={row.id} />
        </Panel>
      ) : (
        <RecordFacts {...props} />
      )}
      {form({
        editing: modal.value === 'update' ? editing : undefined,
        onDone: modal.close,
        readOnly: !canWrite,
      })}
    </>
  )
}

/** The facts of the record, then the lists that belong to it. */
function RecordFacts<Row extends TitledRow>({ resource, columns, facts = [], related, row }: OpenProps<Row>) {
  const textOr = useTextOr()
  const fuller = new Map([...columns, ...facts].map((column) => [column.key, column]))
  const words = [...fuller.values()].filter((column) => column.key !== 'title' && !column.pictorial)
  const shown = [...words.filter((column) => !isMoment(column)), ...words.filter(isMoment)]
  const links = related?.(row)
  return (
    <>
      <Panel>
        <Facts
          of={shown.map(({ key, render }) =>
            fact(
              textOr(`${resource.path}.field.${key}`, key),
              render(row),
              isSentence(Reflect.get(row, key)) ? 'long' : undefined,
            ),
          )}
        />
      </Panel>
      {links && <div className="record-related">{links}</div>}
    </>
  )
}

function isSentence(value: unknown): boolean {
  return typeof value === 'string' && value.length > 40
}

function isMoment({ key }: { key: string }): boolean {
  return key === 'createdAt' || key === 'updatedAt'
}

interface RecordHeadProps<Row extends TitledRow> extends OpenProps<Row> {
  onEdit: () => void
}

function RecordHead<Row extends TitledRow>({ resource, columns, path, row, onEdit }: RecordHeadProps<Row>) {
  const t = useText()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const allowed = useMay(resource.remove)
  const canWrite = useCan(resource.write)
  const needs = (permission: string, may: boolean) => (may ? undefined : t('action.needs', { permission }))
  return (
    <>
      <PageHead
        picture={columns.filter((column) => column.pictorial).map((column) => column.render(row))}
        title={row.title}
        actions={
          <>
            <Button icon={<EditOutlined />} refusal={needs(resource.write, canWrite)} onClick={onEdit}>
              {t('action.edit')}
            </Button>
            <Button
              tone="danger"
              icon={<DeleteOutlined />}
              refusal={needs(permissionsOf(resource.remove.access).join(', '), allowed)}
              onClick={() => setDeleting(true)}
            >
              {t('action.delete')}
            </Button>
          </>
        }
      />
      {deleting && (
        <DeleteDialog
          removal={{ ...resource, allowed }}
          targets={[{ id: row.id, label: row.title }]}
          onGone={(ids) => ids.length > 0 && void navigate(path, { replace: true })}
          onClose={() => setDeleting(false)}
        />
      )}
    </>
  )
}
