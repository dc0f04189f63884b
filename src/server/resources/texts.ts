/** Texts of the house. The database keeps each save of one (migration 0070); here it is told who saves. */
import { pageOf } from '#contract/fields.ts'
import { texts, type TextVersion } from '#contract/texts.ts'
import { on } from '../http/context.ts'
import { referenceStore } from './reference-store.ts'
import { rowOf, rowsOf } from '../db/pool.ts'

const store = referenceStore(texts)

export const createText = on(texts.create, async ({ db, body, actor, audit }) => {
  const after = await store.insert(db, { ...body, ...savedBy(actor) })
  audit({ action: 'texts.create', subjectType: store.table, subjectId: after.id, after })
  return after
})

export const updateText = on(texts.update, async ({ db, params, body, actor, audit }) => {
  const { version, ...changes } = body
  const before = await store.lock(db, params.id, version)
  const after = await store.update(db, params.id, changes, savedBy(actor))
  audit({ action: 'texts.update', subjectType: store.table, subjectId: params.id, before, after })
  return after
})

/** A column of the table that is no field of the record. */
function savedBy({ id }: { id: number }): object {
  return { updatedBy: id }
}

export const textVersions = on(texts.versions, async ({ db, params, query }) => {
  const { offset, pageSize } = pageOf(query)
  await store.get(db, params.id)
  const rows = await rowsOf<TextVersion>(db)`
    select v.version, v.title, v.body, v.saved_at as "savedAt",
      case when person.id is not null then jsonb_build_object('id', person.id, 'name', person.name) end as "savedBy"
    from rich_text_version v left join person on person.id = v.saved_by
    where v.text_id = ${params.id}
    order by v.version desc limit ${pageSize} offset ${offset}`
  const total = (
    await rowOf<{ n: number }>(db)`select count(*) as n from rich_text_version where text_id = ${params.id}`
  ).n
  return { rows, total }
})
