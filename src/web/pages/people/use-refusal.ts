import { useMemo } from 'react'
import { permissionFor, type RightsActor } from '#domain/people/access.ts'
import type { ErrorCode } from '#domain/errors.ts'
import type { PersonRow } from '#contract/people.ts'
import { useSession } from '../../api/session.ts'
import { useBasicText } from '../../i18n/basic.ts'
import { useText } from '../../i18n/text.ts'
import { type Deed, deedRefusal } from './staff-rules.ts'

/** Who is signed in, as the rules of domain/people/access.ts want them. */
export function useActor(): RightsActor {
  const { user, permissions } = useSession()
  return useMemo(
    () => ({ id: user?.id ?? 0, role: user?.role ?? '', permissions: new Set(permissions.list) }),
    [user, permissions],
  )
}

type Whom = Pick<PersonRow, 'id' | 'adminType'>

/** The reason in words why an action is refused; undefined when it is allowed. */
export function useRefusal(): (person: Whom, held: readonly string[], deed: Deed) => string | undefined {
  const actor = useActor()
  const t = useText()
  const basic = useBasicText()
  return (person, held, deed) => {
    const code: ErrorCode | undefined = deedRefusal(actor, person, held, deed)
    if (code === 'FORBIDDEN' || code === 'NOT_FOUND')
      return t('people.needs', { permission: permissionFor(person.adminType, deed.verb) })
    return code && basic(`errors.${code}`)
  }
}
