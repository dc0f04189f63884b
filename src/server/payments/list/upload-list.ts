/** The files of manual payments, for users who see one of the payments. */
import { sql } from 'kysely'
import { pageOf } from '#contract/fields.ts'
import { manualPayments, type Upload } from '#contract/manual-payments.ts'
import { readPage } from '../../db/page.ts'
import { on } from '../../http/context.ts'
import { allOf } from '../../db/table-store.ts'
import { inScope, scopeOf, type SurveyScope } from '../../scope.ts'
import { when } from '../row-parts.ts'
import { rowOf } from '../../db/pool.ts'

const columns = sql`u.id, u.name, u.rows, json_build_object('id', maker.id, 'name', maker.name) as "uploadedBy",
  u.created_at as "createdAt"`
const joins = sql`join person maker on maker.id = u.created_by`

function seenIn(scope: SurveyScope) {
  const seen = inScope(scope, sql`m.survey_id`)
  return seen && sql`u.id in (select m.upload_id from manual_payment m where ${seen})`
}

export const uploadRoutes = [
  on(manualPayments.uploads, async ({ db, query, actor }) => {
    const named = when(query.q?.trim() || undefined, (text) => {
      return sql`(fold(u.name) like anywhere(${text}) or u.created_by in (
        select id from person where admin_type = 'ADMIN' and fold(name) like anywhere(${text})))`
    })
    const where = allOf([seenIn(await scopeOf(db, actor)), named]) ?? sql`true`
    const list = { table: 'payment_upload', as: 'u', order: { by: sql`u.id`, descending: true }, columns, joins, where }
    return readPage<Upload>(db, list, { ...pageOf(query), total: { among: 'few' } })
  }),
  on(manualPayments.getUpload, async ({ db, params, actor }) => {
    const where = allOf([sql`u.id = ${params.id}`, seenIn(await scopeOf(db, actor))]) ?? sql`false`
    return await rowOf<Upload>(db)`select ${columns} from payment_upload u ${joins} where ${where}`
  }),
]
