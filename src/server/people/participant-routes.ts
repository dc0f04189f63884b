import { people } from '#contract/people.ts'
import { lockPersonFor } from './person-rules.ts'
import { getPerson } from './person-store.ts'
import { personSeen } from './person-view.ts'
import { endSessions } from './sign-in/sessions.ts'
import { AppError } from '../errors.ts'
import { on } from '../http/context.ts'
import { exportRoute } from '../records/export-records.ts'
import { exportedParticipants } from './export-people.ts'
import { cancelSigned, signedPayments } from './erased-payees.ts'
import { importRoute } from './import-participants.ts'
import { erasePerson } from './participant-store.ts'

const anonymise = on(people.anonymise, async ({ db, params, body, actor, audit, requestId, address }) => {
  const person = await lockPersonFor(db, actor, params.id, 'delete')
  if (person.adminType !== 'PARTICIPANT') throw new AppError('NOT_FOUND')
  const payments = await signedPayments(db, person.id)
  if (payments > 0 && !body.cancelPayments) throw new AppError('PAYMENTS_SIGNED', { data: { payments } })
  await erasePerson(db, person.id)
  await cancelSigned(db, person.id, { actorId: actor.id, requestId, address })
  await endSessions(db, [person.id])
  audit({ action: 'people.anonymise', subjectType: 'person', subjectId: person.id })
  return personSeen(await getPerson(db, person.id), actor)
})

export const participantRoutes = [importRoute, exportRoute(exportedParticipants), anonymise]
