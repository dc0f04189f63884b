/** What the page of a collector asks beside the calls of links: which forms there are. */
import { createHash } from 'node:crypto'
import { collector } from '#contract/collector.ts'
import { type Db, rowOf } from '../db/pool.ts'
import { type Actor, on } from '../http/context.ts'
import { listOpenForms, markOf } from './open-forms.ts'

const forms = on(collector.forms, async ({ db, actor }) => {
  const open = await listOpenForms(db, actor)
  return {
    collector: await collectorOf(db, actor),
    forms: open.map((form) => ({
      encodedId: form.survey.encodedId,
      title: form.survey.title,
      print: createHash('md5').update(markOf(form)).digest('hex'),
    })),
  }
})

async function collectorOf(db: Db, { id, username, program }: Actor) {
  if (program) return { key: `t${program.tokenId}`, name: username }
  const { name } = await rowOf<{ name: string }>(db)`select name from person where id = ${id}`
  return { key: `p${id}`, name }
}

export const collectorRoutes = [forms]
