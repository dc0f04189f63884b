/** Payment permissions that one administrator granted and another is to confirm. */
import { useState } from 'react'
import { bell } from '#contract/bell.ts'
import { type Grant, grants, roles } from '#contract/roles.ts'
import { people } from '#contract/people.ts'
import { confirmRefusal } from '#domain/people/access.ts'
import { errorText } from '../../api/error-text.ts'
import { useSend } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { column, dateTime } from '../../list/columns.tsx'
import { ListPage } from '../../list/ListPage.tsx'
import { useList } from '../../list/use-list.ts'
import { RoleTabs } from './RoleTabs.tsx'
import { useActor, useAllRoles, usePermissionText, useRefusalText } from './use-rights.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.ts'

const columns = [
  column('recipient', (grant: Grant) => <Recipient grant={grant} />),
  column('permissions', (grant: Grant) => <Names names={grant.permissions} />),
  column('requestedBy', (grant: Grant) => grant.requestedBy.name || grant.requestedBy.username),
  dateTime('requestedAt'),
  column('decision', (grant: Grant) => <Decision grant={grant} />),
]

export function GrantsView() {
  const t = useText()
  const list = useList(grants.list, columns, {
    name: 'grants',
    searchable: false,
    label: ({ person, role }) => person?.name ?? role,
    emptyText: 'grants.empty',
  })
  return (
    <ListPage
      title="roles.grantsTitle"
      {...list}
      above={
        <>
          <RoleTabs open="grants" />
          <p className="roles-lead">{t('grants.lead')}</p>
        </>
      }
    />
  )
}

function Recipient({ grant }: { grant: Grant }) {
  return useRecipient(grant)
}

function useRecipient({ person, roleId, role }: Grant): string {
  const t = useText()
  const textOr = useTextOr()
  const roleName = useRoleName()
  const { data = [] } = useAllRoles()
  const known = data.find(({ id }) => id === roleId)
  if (person && roleId === null) return t('grants.toReset', { person: person.name || person.username })
  const name = known ? roleName(known) : textOr(`role.name.${role}`, role)
  return person
    ? t('grants.toPerson', { person: person.name || person.username, role: name })
    : t('grants.toRole', { role: name })
}

function Names({ names }: { names: readonly string[] }) {
  const words = usePermissionText()
  return (
    <ul className="roles-names">
      {names.map((name) => (
        <li key={name}>{words(name)}</li>
      ))}
    </ul>
  )
}

function useConfirmRefusal(grant: Grant): string | undefined {
  const { requestedBy, requesterMay, sameHands, person, roleId, role, permissions } = grant
  const actor = useActor()
  const may = useCan('roles.grantPayments')
  const refusalText = useRefusalText()
  const { data = [] } = useAllRoles()
  if (!may) return refusalText('FORBIDDEN')
  const held = data.find(({ id }) => id === roleId)?.permissions ?? []
  return refusalText(
    confirmRefusal(actor, {
      requestedBy: requestedBy.id,
      requesterMay,
      sameHands,
      personId: person?.id,
      role,
      permissions: person ? held : [...held, ...permissions],
    }),
  )
}

function Decision({ grant }: { grant: Grant }) {
  const t = useText()
  const basic = useBasicText()
  const refusal = useConfirmRefusal(grant)
  const mayWithdraw = useCan('roles.grantPayments')
  const refusalText = useRefusalText()
  const { id: actorId } = useActor()
  const refreshes = [grants.list, roles.list, people.admins, bell.get]
  const confirm = useSend(grants.confirm, { refreshes })
  const withdraw = useSend(grants.withdraw, { refreshes })
  const [error, setError] = useState<unknown>()
  const recipient = useRecipient(grant)
  const isOwn = grant.requestedBy.id === actorId

  async function decide(send: typeof confirm, done: 'grants.confirmed' | 'grants.removed') {
    setError(undefined)
    try {
      await send.mutateAsync({ params: { id: grant.id } })
      toast(t(done), recipient)
    } catch (thrown) {
      setError(thrown)
    }
  }

  return (
    <span className="roles-decision">
      <Button
        look="primary"
        size="small"
        refusal={refusal}
        loading={confirm.isPending}
        onClick={() => void decide(confirm, 'grants.confirmed')}
      >
        {t('grants.confirm')}
      </Button>
      <Button
        size="small"
        refusal={mayWithdraw ? undefined : refusalText('FORBIDDEN')}
        loading={withdraw.isPending}
        onClick={() => void decide(withdraw, 'grants.removed')}
      >
        {t(isOwn ? 'grants.withdraw' : 'grants.refuse')}
      </Button>
      {refusal !== undefined && <span className="roles-why">{refusal}</span>}
      {error !== undefined && (
        <span className="roles-refused" role="alert">
          {errorText(error, basic)}
        </span>
      )}
    </span>
  )
}
