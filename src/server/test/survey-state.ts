import type { TestApp } from './with-app.ts'

/** The books of a survey: forms and kept counts by status, and its payables. */
export async function surveyState({ sql }: TestApp, surveyId: number) {
  const { rows } = await sql.owner.query<{ forms: object; counted: object; owed: object }>(
    `select
      (select jsonb_object_agg(status, n) from (
        select status, count(*) n from form where survey_id = $1 group by 1) f) as forms,
      (select jsonb_object_agg(status, n) from (
        select status, sum(n) n from survey_counter where survey_id = $1 group by 1 having sum(n) <> 0) c) as counted,
      (select coalesce(jsonb_object_agg(status, n), '{}') from (
        select status, count(*) n from payable where survey_id = $1 group by 1) p) as owed`,
    [surveyId],
  )
  return rows[0]
}
