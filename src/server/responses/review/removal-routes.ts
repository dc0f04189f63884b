import { sql } from 'kysely'
import { responseRemoval } from '#contract/response-removal.ts'
import { responseList, responses, type ResponseRow } from '#contract/responses.ts'
import { formName } from '#domain/answers/form-name.ts'
import { AppError } from '../../errors.ts'
import { on } from '../../http/context.ts'
import type { RecordRoute, RecordSet } from '../../records/record-set.ts'
import { removeMany } from '../../records/remove-many.ts'
import { inScope, scopeOf } from '../../scope.ts'
import { apartFromPilots, type ResponseWords } from '../list/filter.ts'
import { formsFound } from '../list/forms-found.ts'
import { removeResponses } from './removal.ts'
import { type PersonalSight, personalSight, type PhoneSight, phoneSight, getResponse } from '../list/row.ts'
import { rowOf } from '../../db/pool.ts'

const remove = on(responseRemoval.remove, async ({ db, params, actor, audit }): Promise<ResponseRow> => {
  const row = await getResponse(db, params.id, { scope: await scopeOf(db, actor), sight: phoneSight(actor) })
  const { refused } = await removeResponses({ db, actor, audit }, [params.id])
  const code = refused.get(params.id)
  if (code) throw new AppError(code)
  return row
})

/** What the list finds, in the words of its query; people who see phones find responses by parts of them. */
function recordsFor(sight: PhoneSight, personal: PersonalSight): RecordSet {
  const matching = (words: ResponseWords, seen = sql`true`) =>
    sql`from ${formsFound({ scope: 'ALL', words: apartFromPilots(words), personal }, sight)} where ${seen}`
  return {
    resource: {
      path: responseList.path,
      row: responseList.file,
      read: 'responses.read',
      remove: responseRemoval.remove,
      removeMany: responseRemoval.removeMany,
      export: responses.export,
    },
    store: {
      table: 'form',
      count: async (db, query, seen) =>
        (await rowOf<{ n: number }>(db)`select count(*) as n ${matching(query, seen)}`).n,
      idsOf: (query, seen) => sql<{ id: number }>`select form.id ${matching(query, seen)}`,
    },
    named: { by: 'client_uuid', as: formName },
    scope: async (db, actor) => inScope(await scopeOf(db, actor), sql`form.survey_id`),
    remove: removeResponses,
  }
}

const removeSeveral: RecordRoute = {
  ...on(responseRemoval.removeMany, (context) =>
    removeMany(context, recordsFor(phoneSight(context.actor), personalSight(context.actor))),
  ),
  records: recordsFor('MASKED', 'HIDDEN'),
}

export const removalRoutes = [remove, removeSeveral]
