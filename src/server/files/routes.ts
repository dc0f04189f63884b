import { files } from '#contract/files.ts'
import { isShown } from '#domain/answers/attachments.ts'
import { inTransaction } from '../db/transaction.ts'
import { AppError } from '../errors.ts'
import { type Actor, on } from '../http/context.ts'
import { isForEverybody, issueTicket, redeemTicket, requireFile } from './store.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { requireAct } from '../scope.ts'

/** Which file a caller gets when they ask for one: it itself, or the small picture of an answer. */
interface Attachment {
  surveyId: number
  thumbnailId: number | null
  createdBy: number | null
  isOver: boolean
  /** Null: no response has it yet. */
  responseId: number | null
  personal: boolean
}

type Opener = Pick<Actor, 'id' | 'permissions' | 'surveyIds'>

/** Throws what `requireFile` throws; the files of a response open for those who may see its answers. */
async function openedFile(db: Db, id: number, actor: Opener, look: 'whole' | 'thumbnail' = 'whole'): Promise<number> {
  const attachment = await findAttachment(db, id)
  if (!attachment) await requireFile(db, id, actor)
  else if (attachment.responseId === null) requireOwn(attachment, actor)
  else await requireAnswer(db, attachment, actor)
  return look === 'thumbnail' ? (attachment?.thumbnailId ?? id) : id
}

async function findAttachment(db: Db, id: number): Promise<Attachment | undefined> {
  const rows = await rowsOf<Attachment>(db)`
    select a.survey_id as "surveyId", a.thumbnail_id as "thumbnailId", file.created_by as "createdBy",
      coalesce(a.expires_at < now() and a.draft_id is null, false) as "isOver", bound.response_id as "responseId",
      coalesce(bound.personal, false) or exists (select from question q where q.id = a.question_id and q.personal) as personal
    from attachment a join file on file.id = a.file_id left join form_file bound on bound.file_id = a.file_id
    where a.file_id = ${id} or a.thumbnail_id = ${id}`
  return rows[0]
}

function requireOwn({ createdBy, isOver }: Attachment, { id }: Opener): void {
  if (createdBy !== id || isOver) throw new AppError('NOT_FOUND')
}

async function requireAnswer(db: Db, { surveyId, personal }: Attachment, actor: Opener): Promise<void> {
  const { permissions } = actor
  const needs = personal ? (['responses.read', 'responses.personal'] as const) : (['responses.read'] as const)
  await requireAct(db, actor, 'see', surveyId)
  const missing = needs.find((name) => !permissions.has(name))
  if (missing) throw new AppError('FORBIDDEN', { data: { needs: missing } })
}

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
