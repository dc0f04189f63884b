/**
 * The saved views of a list: open one, save what the list shows now, rename, share, delete one's own. Administrators delete
 * shared ones too.
 */
import { DeleteOutlined, EditOutlined, TeamOutlined } from '@ant-design/icons'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { lists, type View } from '#contract/views.ts'
import { viewRefusal } from '#domain/people/access.ts'
import type { ApiError } from '../api/api-error.ts'
import { useCall, useSend } from '../api/query.ts'
import { useSession } from '../api/session.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { takeFocus, useFocusAfter } from '../ui/focus.ts'
import { isChanged, viewQuery, viewSearch } from './view-query.ts'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import './view-menu.css'

interface ViewMenuProps {
  /** What the list is called where views are kept. */
  list: string
  onDone: () => void
}

const refreshes = { refreshes: [lists.views] }

export function ViewMenu({ list: keptAs, onDone }: ViewMenuProps) {
  const t = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const permissions = new Set(useSession().permissions.list)
  const views = useCall(lists.views, { query: { list: keptAs } })
  const create = useSend(lists.createView, refreshes)
  const update = useSend(lists.updateView, refreshes)
  const remove = useSend(lists.removeView, refreshes)
  const [renaming, setRenaming] = useState<number>()
  const [removing, setRemoving] = useState<number>()
  const list = useRef<HTMLUListElement>(null)
  const asked = renaming ?? removing
  // The row of a view has given way to a question. When that is answered, the keyboard goes on at the view, or at the top.
  useFocusAfter(asked, (before) => {
    if (asked !== undefined) return undefined
    const links = ['[data-view="' + before + '"] a', 'a'].map((link) => list.current?.querySelector<HTMLElement>(link))
    return links.find(Boolean)
  })
  if (views.error) return <LoadProblem error={views.error} onRetry={() => void views.refetch()} />
  const rows = views.data?.list ?? []
  const opened = rows.find(({ id }) => String(id) === search.get('saved'))
  const failure = [create, update, remove].map(({ error }) => error).find((error) => error && !isTaken(error))
  const change = (view: View, body: { name?: string; query?: string; shared?: boolean }) =>
    update.mutateAsync({ params: { id: view.id }, body: { ...body, version: view.version } })

  async function save(name: string, shared: boolean) {
    const { data: view } = await create.mutateAsync({ body: { list: keptAs, name, shared, query: viewQuery(search) } })
    onDone()
    void navigate({ search: viewSearch(view) }, { replace: true })
  }

  async function drop(id: number) {
    await remove.mutateAsync({ params: { id } })
    setRemoving(undefined)
  }

  function rowOf(view: View) {
    if (renaming === view.id) {
      const rename = async (name: string) => {
        await change(view, { name })
        setRenaming(undefined)
      }
      return (
        <NameForm
          name={view.name}
          label={t('listTools.viewName')}
          taken={isTaken(update.error)}
          onType={update.reset}
          onSave={(name) => void quietly(rename(name))}
        />
      )
    }
    if (removing === view.id) {
      return (
        <div className="view-question" role="alertdialog" aria-label={t('listTools.viewDelete', { name: view.name })}>
          <p>{t('listTools.viewDelete', { name: view.name })}</p>
          <Button ref={takeFocus} onClick={() => setRemoving(undefined)}>
            {t('action.cancel')}
          </Button>
          <Button onClick={() => void quietly(drop(view.id))}>{t('action.delete')}</Button>
        </div>
      )
    }
    return (
      <div className="view-row">
        <Link
          to={{ search: viewSearch(view) }}
          aria-current={view.id === opened?.id ? 'true' : undefined}
          onClick={onDone}
        >
          {view.name}
          <small>{ownerText(view)}</small>
        </Link>
        {view.mine && (
          <>
            <IconButton
              label={t(view.shared ? 'listTools.viewUnshare' : 'listTools.viewShare', { name: view.name })}
              icon={<TeamOutlined className={view.shared ? 'view-shared' : ''} />}
              onClick={() => void quietly(change(view, { shared: !view.shared }))}
            />
            <IconButton
              label={t('listTools.viewRename', { name: view.name })}
              icon={<EditOutlined />}
              onClick={() => setRenaming(view.id)}
            />
          </>
        )}
        {viewRefusal({ permissions }, view, 'delete') === undefined && (
          <IconButton
            label={t('listTools.viewRemove', { name: view.name })}
            icon={<DeleteOutlined />}
            tone="danger"
            onClick={() => setRemoving(view.id)}
          />
        )}
      </div>
    )
  }

  function ownerText({ mine, shared, ownerName }: View): string {
    if (!mine) return t('listTools.viewOf', { name: ownerName ?? t('listTools.viewOfNobody') })
    return t(shared ? 'listTools.viewMineShared' : 'listTools.viewMine')
  }

  return (
    <div className="views">
      <h2>{t('list.tool.views')}</h2>
      <ErrorNote error={failure} />
      <ul ref={list}>
        <li className="view-row">
          <Link to={{ search: '' }} onClick={onDone}>
            {t('listTools.viewAll')}
          </Link>
        </li>
        {rows.map((view) => (
          <li key={view.id} data-view={view.id}>
            {rowOf(view)}
          </li>
        ))}
      </ul>
      {opened?.mine && isChanged(search, opened.query) && (
        <Button onClick={() => void quietly(change(opened, { query: viewQuery(search) }))}>
          {t('listTools.viewUpdate', { name: opened.name })}
        </Button>
      )}
      <NameForm
        label={t('listTools.viewSaveAs')}
        name=""
        shares
        taken={isTaken(create.error)}
        onType={create.reset}
        onSave={(name, shared) => void quietly(save(name, shared))}
      />
    </div>
  )
}

/** The menu shows the failure already. */
async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined)
}

/** Refused for its name, which another of one's views has. */
function isTaken(error: ApiError | null): boolean {
  return error?.code === 'DUPLICATE'
}

interface NameFormProps {
  label: string
  name: string
  /** The name that was sent belongs to another view. */
  taken: boolean
  onType: () => void
  /** Asks also whether others shall see it. */
  shares?: boolean
  onSave: (name: string, shared: boolean) => void
}

function NameForm({ label, name, taken, onType, shares = false, onSave }: NameFormProps) {
  const t = useText()
  const id = useId()
  const [typed, setTyped] = useState(name)
  const [shared, setShared] = useState(false)

  function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    // Where the name is taken, the keyboard goes on in its field.
    event.currentTarget.querySelector('input')?.focus()
    if (typed.trim() !== '') onSave(typed.trim(), shared)
  }

  return (
    <form className="view-name" onSubmit={save}>
      <label>
        {label}
        <input
          ref={shares ? undefined : takeFocus}
          value={typed}
          maxLength={80}
          required
          aria-invalid={taken}
          aria-describedby={id}
          onChange={(event) => {
            setTyped(event.target.value)
            if (taken) onType()
          }}
        />
      </label>
      <p id={id} className="view-problem" role="alert">
        {taken && t('listTools.viewNameTaken')}
      </p>
      {shares && (
        <label className="view-share">
          <input type="checkbox" checked={shared} onChange={(event) => setShared(event.target.checked)} />
          {t('listTools.viewShared')}
        </label>
      )}
      <Button type="submit">{t('action.save')}</Button>
    </form>
  )
}
