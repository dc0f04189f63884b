import { files } from '#contract/files.ts'
import { isShown } from '#domain/attachments.ts'
import { on } from '../http/context.ts'
import { openedFile } from './open-file.ts'
import { isForEverybody, issueTicket, redeemTicket } from './store.ts'

export const fileRoutes = [
  on(files.ticket, async ({ db, params, query, actor, audit }) => {
    const ticket = await issueTicket(db, await openedFile(db, params.id, actor, query.look), actor)
    if (!(await isForEverybody(db, params.id))) {
      audit({ action: 'files.ticket', subjectType: 'file', subjectId: params.id })
    }
    return { url: `/api/v1/files/t/${ticket}` }
  }),

  on(files.open, async ({ db, params, services }) => {
    const { sha256, mime, name, bytes: length } = await redeemTicket(db, params.ticket)
    const disposition = isShown(mime) ? ('inline' as const) : ('attachment' as const)
    return { name, mime, disposition, length, bytes: services.files.read(sha256) }
  }),
]
