/** 409 STALE of a role's permissions: what they changed, what I change, and the choice. */
import { useRoleName } from '../../i18n/role-name.ts'
import { useText } from '../../i18n/text.ts'
import { ConflictBox } from '../../form/ConflictBox.tsx'
import { differences, type Draft, noChanges } from './role-draft.ts'
import type { RoleConflict } from './use-save-draft.ts'
import { usePermissionText } from './use-rights.ts'
import { Button } from '../../ui/Button.tsx'

interface RightsConflictProps {
  conflict: RoleConflict
  draft: Draft
  isSending: boolean
  onBack: () => void
  onTakeTheirs: () => void
  onOverwrite: () => void
}

export function RightsConflict(props: RightsConflictProps) {
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
