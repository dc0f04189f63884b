/** What a survey that pays by sets owes and what waits, read from the tables and not by the program's own views. */
import type { TestApp } from './with-app.ts'

export interface PaidSet {
  id: number
  status: string
  amountMinor: number
  /** In the order of ids; empty when the payable was undone. */
  responses: number[]
}

export async function setsOf({ sql }: Pick<TestApp, 'sql'>, surveyId: number): Promise<PaidSet[]> {
  const { rows } = await sql.owner.query<PaidSet>(
    `select p.id, p.status, p.amount_minor as "amountMinor",
       coalesce(json_agg(l.response_id order by l.response_id) filter (where l.released_at is null), '[]') as responses
     from payable p join payable_response l on l.payable_id = p.id
     where p.survey_id = $1 and p.kind = 'GROUPED' group by p.id order by p.id`,
    [surveyId],
  )
  return rows
}

/** Approved responses that are in no live payable and were not dropped. */
export async function waitingIn({ sql }: Pick<TestApp, 'sql'>, surveyId: number): Promise<number[]> {
  const { rows } = await sql.owner.query<{ id: number }>(
    `select id from form where survey_id = $1 and status = 'APPROVED'
     except select response_id from payable_response where released_at is null
     except select response_id from dropped_response order by id`,
    [surveyId],
  )
  return rows.map(({ id }) => id)
}
