/**
 * The screen of one record: its values, its related records, its history, its form and its deletion. The values are the
 * columns of its list, also those not shown there unless asked for. The URL holds form and tab.
 * `<RecordScreen {...screens} />`, `<RecordScreen {...screens} facts={[text('address')]} />`
 */
import { DeleteOutlined, EditOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type * as z from 'zod/mini'
import type { Resource } from '#contract/resource.ts'
import type { PermissionName } from '#domain/permissions.ts'
import type { ApiError } from '../api/api-error.ts'
import { useCall } from '../api/query.ts'
import { useCan } from '../api/session.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Fact, Facts } from '../ui/Facts.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { Panel } from '../ui/Panel.tsx'
import { RecordTitle } from '../ui/RecordTitle.tsx'
import { NotFoundScreen } from '../ui/Screen.tsx'
import { ScreenSkeleton } from '../ui/ScreenSkeleton.tsx'
import { useOpenedWord } from '../ui/use-opened-word.ts'
import type { Column } from '../list/columns.tsx'
import { History } from '../history/History.tsx'
import { DeleteDialog } from '../list/LazyDeleteDialog.tsx'
import { ListProblem } from '../list/ListProblem.tsx'
import { RecordTabs, useIsHistory } from './RecordTabs.tsx'
import type { ResourceScreens } from '../list/ResourceList.tsx'
import '../list/list.css'
import './record.css'

export interface RecordScreenProps<R extends Resource> extends ResourceScreens<R> {
  /** Beside the columns of the list, or more than they say. */
  facts?: readonly Column<z.output<R['row']>>[]
}

interface TitledRow extends Record<string, unknown> {
  id: number
  version: number
  title: string
}

export function RecordView<R extends Resource>(props: RecordScreenProps<R>) {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCall(props.resource.get, { params: { id } } as never)
  const row = (data as { data?: TitledRow } | undefined)?.data
  // Deleted elsewhere while it is shown here: the text being typed into its form stays.
  if (error && isMissing(error) && !row) return <NotFoundScreen />
  return (
    <section className="record" aria-busy={!row && !error}>
      {error && <ListProblem title="record.loadFailed" error={error} onRetry={() => void refetch()} />}
      {row && <OpenRecord {...(props as unknown as RecordScreenProps<Resource>)} key={row.id} row={row} />}
      {!row && !error && <ScreenSkeleton />}
    </section>
  )
}

function isMissing({ code }: ApiError): boolean {
  return code === 'NOT_FOUND' || code === 'BAD_ID' || code === 'VALIDATION_FAILED'
}

function OpenRecord(props: RecordScreenProps<Resource> & { row: TitledRow }) {
  const { resource, subject, form: Form, fields, row } = props
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
        <Told {...props} />
      )}
      <Form.Modal row={modal.value === 'update' ? editing : undefined} onDone={modal.close} readOnly={!canWrite}>
        {fields}
      </Form.Modal>
    </>
  )
}

/** What it says of itself, then what hangs on it. */
function Told({ resource, columns, facts = [], related, row }: RecordScreenProps<Resource> & { row: TitledRow }) {
  const textOr = useTextOr()
  const fuller = new Map([...columns, ...facts].map((column) => [column.key, column]))
  const words = [...fuller.values()].filter((column) => column.key !== 'title' && !column.pictorial)
  const told = [...words.filter((column) => !isMoment(column)), ...words.filter(isMoment)]
  const links = related?.(row)
  return (
    <>
      <Panel>
        <Facts>
          {told.map((column) => (
            <Fact
              key={column.key}
              name={textOr(`${resource.path}.field.${column.key}`, column.key)}
              isLong={isSentence(row[column.key])}
            >
              {column.render(row as never)}
            </Fact>
          ))}
        </Facts>
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

interface RecordHeadProps extends RecordScreenProps<Resource> {
  row: TitledRow
  onEdit: () => void
}

function RecordHead({ resource, columns, path, row, onEdit }: RecordHeadProps) {
  const t = useText()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const allowed = useCan(resource.remove.access as PermissionName)
  const canWrite = useCan(resource.write)
  const needs = (permission: string, may: boolean) => (may ? undefined : t('action.needs', { permission }))
  return (
    <>
      <PageHead
        picture={columns.filter((column) => column.pictorial).map((column) => column.render(row as never))}
        title={row.title}
        actions={
          <>
            <Button icon={<EditOutlined />} refusal={needs(resource.write, canWrite)} onClick={onEdit}>
              {t('action.edit')}
            </Button>
            <Button
              tone="danger"
              icon={<DeleteOutlined />}
              refusal={needs(resource.remove.access as PermissionName, allowed)}
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
