import type { PersonDetail } from '#contract/people.ts'
import { AppTokens } from './account/AppTokens.tsx'
import { Sessions } from './account/Sessions.tsx'
import { useRefusal } from './use-refusal.ts'

export function SessionsPanel({ person }: { person: PersonDetail }) {
  const refusalOf = useRefusal()
  const refusal = refusalOf(person, person.permissions, { verb: 'write', own: [] })
  return (
    <>
      <Sessions personId={person.id} refusal={refusal} />
      <AppTokens personId={person.id} permissions={person.permissions} refusal={refusal} />
    </>
  )
}
