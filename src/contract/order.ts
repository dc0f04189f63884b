/** The order of sections, of the questions of a section, of the options of a question: all of their ids, the first one first. */
import * as z from 'zod/mini'
import { Id, idText } from './fields.ts'
import { saying } from './problems.ts'

const Ids = z.array(z.union([Id, idText()])).check(z.maxLength(20_000))

/** `ids`, or the same under a word of its own: `questionIds`. */
export function newOrder<Word extends string>(word: Word) {
  const shape = { ids: z.optional(Ids), [word]: z.optional(Ids) } as Record<'ids' | Word, z.ZodMiniOptional<typeof Ids>>
  return z.strictObject(shape).check(
    z.refine((body) => Object.keys(body).length > 0, { path: ['ids'], params: saying('REQUIRED') }),
    z.refine((body) => Object.keys(body).length < 2, { path: [word], params: saying('NOT_ALLOWED') }),
  )
}
