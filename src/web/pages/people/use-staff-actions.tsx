/** Actions on a staff account besides editing, with their dialogs; for the list and the single page. */
import { useState } from 'react'
import { auth } from '#contract/auth.ts'
import { people, type PersonRow } from '#contract/people.ts'
import { grants } from '#contract/roles.ts'
import { stepsGained } from '#domain/people/access.ts'
import { useSend } from '../../api/query.ts'
import { useMay } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import type { MenuEntry } from '../../ui/MenuEntries.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { linkSecret, OneTimePassword, type Secret } from './OneTimePassword.tsx'
import type { Deed } from './staff-rules.ts'
import { useRefusal } from './use-refusal.ts'

type Kind = 'suspend' | 'activate' | 'reset' | 'invite' | 'factor'

const statusDeed: Deed = { verb: 'write', own: ['changeStatus'] }
const resetDeed: Deed = { verb: 'write', own: ['resetPassword'] }

export function useStaffActions() {
  const t = useText()
  const refusalOf = useRefusal()
  const mayReset = useMay(grants.resetFactor)
  const [asked, setAsked] = useState<{ kind: Kind; person: PersonRow; held: readonly string[] }>()
  const [secret, setSecret] = useState<Secret>()
  const refreshes = [people.admins, people.get, auth.sessions]
  const update = useSend(people.update, { refreshes })
  const reset = useSend(auth.resetPassword, { refreshes })
  const invite = useSend(auth.invite, { refreshes })
  const resetFactor = useSend(grants.resetFactor, { refreshes: [grants.list] })

  async function run(kind: Kind, { id, name, username }: PersonRow) {
    if (kind === 'reset') {
      const { newPassword, expiresAt } = await reset.mutateAsync({ params: { userInfo: id } })
      return setSecret({ name, username, secret: newPassword, kind: 'password', expiresAt })
    }
    if (kind === 'invite') {
      const invitation = await invite.mutateAsync({ params: { userInfo: id } })
      if (invitation.sentTo !== null) return t('people.invite.sent', { address: invitation.sentTo })
      return setSecret(linkSecret({ name, username }, invitation))
    }
    if (kind === 'factor') {
      await resetFactor.mutateAsync({ params: { id } })
      return t('people.factor.done', { name })
    }
    const status = kind === 'suspend' ? 'SUSPENDED' : 'ACTIVE'
    await update.mutateAsync({ params: { id }, body: { status } })
    return t(`people.${kind}.done`, { name })
  }

  /** A payment step that comes into a person's reach again waits again (domain/people/access.ts). */
  function textOf({ kind, held }: { kind: Kind; held: readonly string[] }): string {
    const text = t(`people.${kind}.text`)
    return kind === 'suspend' || kind === 'factor' || stepsGained([], held).length === 0
      ? text
      : `${text} ${t('people.stepsWait')}`
  }

  function actionsOf(person: PersonRow, held: readonly string[]): MenuEntry[] {
    const kind = person.status === 'ACTIVE' ? 'suspend' : 'activate'
    return [
      {
        text: t('people.invite.open'),
        refusal: refusalOf(person, held, resetDeed),
        act: () => setAsked({ kind: 'invite', person, held }),
      },
      {
        text: t('people.reset.open'),
        refusal: refusalOf(person, held, resetDeed),
        act: () => setAsked({ kind: 'reset', person, held }),
      },
      {
        text: t('people.factor.open'),
        refusal:
          refusalOf(person, held, resetDeed) ??
          (mayReset ? undefined : t('people.needs', { permission: 'roles.grantPayments' })),
        act: () => setAsked({ kind: 'factor', person, held }),
      },
      {
        text: t(`people.${kind}.open`),
        refusal: refusalOf(person, held, statusDeed),
        act: () => setAsked({ kind, person, held }),
      },
    ]
  }

  return {
    actionsOf,
    showSecret: setSecret,
    dialogs: (
      <>
        {asked && (
          <ConfirmDialog
            title={t(`people.${asked.kind}.question`, { name: asked.person.name })}
            action={t(`people.${asked.kind}.action`)}
            danger={asked.kind !== 'activate'}
            run={() => run(asked.kind, asked.person)}
            onClose={() => setAsked(undefined)}
          >
            <p>{textOf(asked)}</p>
          </ConfirmDialog>
        )}
        {secret && <OneTimePassword secret={secret} onClose={() => setSecret(undefined)} />}
      </>
    ),
  }
}
