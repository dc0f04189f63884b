import { files } from '#contract/files.ts'
import { on } from '../http/context.ts'
import { issueTicket, redeemTicket } from './store.ts'

export const fileRoutes = [
  on(files.ticket, async ({ db, params, actor, audit }) => {
    const ticket = await issueTicket(db, params.id, actor)
    audit({ action: 'files.ticket', subjectType: 'file', subjectId: params.id })
    return { url: `/api/v1/files/t/${ticket}` }
  }),

  on(files.open, async ({ db, params, services }) => {
    const { sha256, mime, name } = await redeemTicket(db, params.ticket)
    return { name, mime, disposition: 'inline' as const, bytes: services.files.read(sha256) }
  }),
]
