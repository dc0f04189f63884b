/** The unsaved changes: how many, whom they concern, and Save. Stays visible at the bottom of the matrix. */
import { Link } from 'react-router'
import type { Role } from '#contract/roles.ts'
import { errorText } from '../../api/error-text.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Note } from '../../ui/Note.tsx'
import { useWarningOnUnload } from '../../ui/use-warning-on-unload.ts'
import { differences, type Draft, noChanges, sumsOf } from './role-draft.ts'
import { type RoleConflict, useSaveDraft } from './use-save-draft.ts'
import { ConflictBox } from '../../form/ConflictBox.tsx'
import { usePermissionText } from './use-rights.ts'

interface DraftBarProps {
  draft: Draft
  roles: readonly Role[]
  onChange: (draft: Draft) => void
}

export function DraftBar({ draft, roles, onChange }: DraftBarProps) {
  const t = useText()
  const roleName = useRoleName()
  const basic = useBasicText()
  const saving = useSaveDraft({ draft, roles, onChange })
  const { changes, roles: touched, people, waiting } = sumsOf(draft, roles)
  useWarningOnUnload(changes > 0)
  return (
    <div className="roles-bar" data-shown={changes > 0 || saving.said !== undefined}>
      <output>
        {changes === 0 && saving.said !== undefined && (
          <p>
            {t('roles.saved', { count: saving.said.roles })}
            {saving.said.waiting > 0 && (
              <>
                {' '}
                {t('roles.savedWaiting', { count: saving.said.waiting })}{' '}
                <Link to="/roles?view=grants">{t('roles.view.grants')}</Link>
              </>
            )}
          </p>
        )}
      </output>
      {saving.failures.length > 0 && (
        <Note tone="danger">
          <ul>
            {saving.failures.map(({ role, error }) => (
              <li key={role.id}>
                {roleName(role)}: {errorText(error, basic)}
              </li>
            ))}
          </ul>
        </Note>
      )}
      {saving.conflict && (
        <RightsConflict
          key={saving.conflict.theirs.id}
          conflict={saving.conflict}
          draft={draft}
          isSending={saving.isSaving}
          onBack={saving.back}
          onTakeTheirs={saving.takeTheirs}
          onOverwrite={saving.overwrite}
        />
      )}
      {changes > 0 && !saving.conflict && (
        <div className="roles-bar-row">
          <p>
            <strong>{t('roles.draft', { changes, roles: touched })}</strong> {t('roles.draftPeople', { count: people })}
            {waiting > 0 && <span className="roles-waiting"> {t('roles.draftWaiting', { count: waiting })}</span>}
          </p>
          <Button onClick={() => onChange(new Map())} disabled={saving.isSaving}>
            {t('form.discard')}
          </Button>
          <Button look="primary" loading={saving.isSaving} onClick={saving.save}>
            {t('roles.saveChanges', { count: changes })}
          </Button>
        </div>
      )}
    </div>
  )
}

/** 409 STALE of a role's permissions: what they changed, what I change, and the choice. */
interface RightsConflictProps {
  conflict: RoleConflict
  draft: Draft
  isSending: boolean
  onBack: () => void
  onTakeTheirs: () => void
  onOverwrite: () => void
}

function RightsConflict(props: RightsConflictProps) {
  const { conflict, draft, isSending, onBack, onTakeTheirs, onOverwrite } = props
  const { before, theirs } = conflict
  const t = useText()
  const roleName = useRoleName()
  const all = (role: typeof theirs) => [...role.permissions, ...role.pendingPermissions]
  const their = differences(all(before), all(theirs))
  const mine = [...(draft.get(theirs.id) ?? noChanges)]
  return (
    <ConflictBox
      title={t('roles.conflict', { role: roleName(theirs) })}
      onBack={onBack}
      settle={{ text: t('form.conflict.overwrite'), isSending, act: onOverwrite }}
      answers={<Button onClick={onTakeTheirs}>{t('form.conflict.takeTheirs')}</Button>}
    >
      <dl className="roles-conflict">
        <dt>{t('form.conflict.theirs')}</dt>
        <dd>
          <ChangedRights names={their.given} sign="+" />
          <ChangedRights names={their.taken} sign="−" />
          {their.given.length + their.taken.length === 0 && t('roles.conflictWords')}
        </dd>
        <dt>{t('form.conflict.mine')}</dt>
        <dd>
          <ChangedRights names={mine.filter(([, wanted]) => wanted).map(([name]) => name)} sign="+" />
          <ChangedRights names={mine.filter(([, wanted]) => !wanted).map(([name]) => name)} sign="−" />
        </dd>
      </dl>
      <p>{t('roles.conflictText')}</p>
    </ConflictBox>
  )
}

function ChangedRights({ names, sign }: { names: readonly string[]; sign: string }) {
  const words = usePermissionText()
  return names.map((name) => (
    <div key={name}>
      {sign} {words(name)}
    </div>
  ))
}
