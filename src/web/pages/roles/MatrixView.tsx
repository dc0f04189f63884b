/**
 * Roles × permissions: what is ticked is a draft until it is saved. The URL holds the search, the role shown alone
 * (`role=5`, on phones always one) and the permission looked at (`permission=logs.read`).
 */
import { PlusOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { useBlocker, useNavigate, useSearchParams } from 'react-router'
import { permissions, type Role } from '#contract/roles.ts'
import { useCall } from '../../api/query.ts'
import { hasToken, useCan } from '../../api/session.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { takeKept, useKeptWork } from '../../form/kept-work.ts'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { withWords } from '../../list/list-state.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { SearchBox } from '../../list/SearchBox.tsx'
import { phone, useMedia } from '../../ui/use-media.ts'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { DraftBar } from './DraftBar.tsx'
import { Matrix, type MatrixModel } from './Matrix.tsx'
import { NewPermission } from './NewPermission.tsx'
import { PermissionDialog } from './PermissionDialog.tsx'
import { type Draft, toggled } from './role-draft.ts'
import { RoleTabs } from './RoleTabs.tsx'
import { useFoundPermissions } from './use-found-permissions.ts'
import { useAllRoles, usePermissionText, useRoleDescription } from './use-rights.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { PeopleOf } from './PeopleOf.tsx'
import { PermissionBox } from './PermissionBox.tsx'
import { usePermissionBoxes } from './use-permission-boxes.ts'
import '../../list/list.css'

const keptAs = 'roles/matrix'

export function MatrixView() {
  const t = useText()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isPhone = useMedia(phone)
  const canWrite = useCan('roles.write')
  const [draft, setDraft] = useState(() => (takeKept(keptAs) as Draft | undefined) ?? new Map())
  useKeptWork(keptAs, draft.size > 0 ? draft : undefined)
  const form = useOpenedWord('form')
  const looked = useOpenedWord('permission')
  const all = useAllRoles()
  const byArea = useCall(permissions.byArea, {})
  const q = search.get('q') ?? ''
  const areas = useFoundPermissions(byArea.data?.list ?? [], q)
  const blocker = useBlocker(({ nextLocation }) => {
    const staysHere = nextLocation.search.includes('view=matrix') && nextLocation.pathname.endsWith('/roles')
    return draft.size > 0 && !staysHere && hasToken()
  })
  const error = all.error ?? byArea.error
  const roles = all.data ?? []
  const asked = roles.find(({ id }) => String(id) === search.get('role'))
  const shown = asked ? [asked] : roles
  const alone = asked ?? (isPhone ? roles[0] : undefined)

  function show(words: Record<string, string | undefined>) {
    const next = withWords(search, words).toString()
    void navigate({ search: next }, { replace: true, preventScrollReset: true })
  }

  const model = { areas, draft, onToggle: (role: Role, name: string) => setDraft(toggled(draft, role, name)) }
  return (
    <section className="list">
      <title>{`${t('roles.matrixTitle')} · Canvass`}</title>
      <PageHead
        title={t('roles.matrixTitle')}
        actions={
          canWrite && (
            <Button icon={<PlusOutlined />} onClick={() => form.open('permission')}>
              {t('roles.newPermission')}
            </Button>
          )
        }
      />
      <RoleTabs open="matrix" />
      <div className="list-toolbar">
        <SearchBox value={q} onSearch={(word) => show({ q: word })} />
        <RoleChoice roles={roles} value={alone?.id} allowsAll={!isPhone} onChange={(role) => show({ role })} />
      </div>
      {error && <LoadProblem error={error} onRetry={() => void Promise.all([all.refetch(), byArea.refetch()])} />}
      {!error && (all.isPending || byArea.isPending) && <output className="no-rows">{t('form.loading')}</output>}
      {!error && byArea.data && areas.length === 0 && <p className="no-rows">{t('list.noMatch')}</p>}
      {!error && all.data && areas.length > 0 && alone && (
        <OneRole {...model} role={alone} onLook={looked.open} key={alone.id} />
      )}
      {!error && all.data && areas.length > 0 && !alone && <Matrix {...model} roles={shown} onLook={looked.open} />}
      <DraftBar draft={draft} roles={roles} onChange={setDraft} />
      {form.value === 'permission' && canWrite && <NewPermission onClose={form.close} />}
      {looked.value !== '' && byArea.data && all.data && (
        <PermissionDialog name={looked.value} areas={byArea.data.list} roles={all.data} onClose={looked.close} />
      )}
      {blocker.state === 'blocked' && (
        <ConfirmDialog
          title={t('form.unsaved')}
          action={t('form.discard')}
          dismissal={t('form.keepEditing')}
          danger
          run={async () => {
            blocker.proceed()
            return false
          }}
          onClose={() => blocker.reset()}
        >
          <p>{t('roles.unsavedText')}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface RoleChoiceProps {
  roles: readonly Role[]
  /** The role shown alone. */
  value: number | undefined
  allowsAll: boolean
  onChange: (roleId: string | undefined) => void
}

function RoleChoice({ roles, value, allowsAll, onChange }: RoleChoiceProps) {
  const t = useText()
  const roleName = useRoleName()
  return (
    <NativeSelect<number>
      className="roles-choice"
      aria-label={t('roles.shownRole')}
      none={allowsAll ? t('roles.allRoles') : undefined}
      value={value}
      options={roles.map((role) => ({ value: role.id, label: roleName(role) }))}
      onChange={(chosen) => onChange(chosen === undefined ? undefined : String(chosen))}
    />
  )
}

/** The permissions of one role, as a list by area: the whole screen of a phone, or one role looked at by itself. */
function OneRole({ areas, draft, onToggle, onLook, role }: MatrixModel & { role: Role }) {
  const t = useText()
  const textOr = useTextOr()
  const roleName = useRoleName()
  const words = usePermissionText()
  const boxOf = usePermissionBoxes(draft)
  const description = useRoleDescription()
  return (
    <>
      <p className="roles-lead">
        <strong>{roleName(role)}</strong> · <PeopleOf role={role} />
        <br />
        {description(role)}
      </p>
      <div className="roles-one">
        {areas.map(({ area, permissions }) => (
          <section key={area} className="card" aria-labelledby={`area-${area}`}>
            <h2 id={`area-${area}`}>{textOr(`roles.area.${area}`, area)}</h2>
            <ul>
              {permissions.map(({ name }) => (
                <li key={name}>
                  <PermissionBox
                    box={boxOf(role, name)}
                    role={role}
                    label={words(name)}
                    onToggle={() => onToggle(role, name)}
                  />
                  <button
                    type="button"
                    className="roles-permission"
                    title={t('roles.whoHas')}
                    onClick={() => onLook(name)}
                  >
                    {words(name)}
                    <code>{name}</code>
                  </button>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
