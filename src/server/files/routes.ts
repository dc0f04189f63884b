import { files } from '#contract/files.ts'
import { isShown } from '#domain/answers/attachments.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
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
    // A ticket is spent on the bytes: while they are missing it stays.
    const opened = await inTransaction(db, async (tx) => {
      const file = await redeemTicket(tx, params.ticket)
      return file && { file, bytes: await services.files.read(file.sha256) }
    })
    if (!opened) throw new AppError('TICKET_INVALID')
    const { mime, name, bytes: length } = opened.file
    const disposition = isShown(mime) ? ('inline' as const) : ('attachment' as const)
    return { name, mime, disposition, length, bytes: opened.bytes }
  }),
]
