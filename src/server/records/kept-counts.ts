/**
 * Compares the kept counts with what they count. Each comparison is one statement, so that both sides are of one moment
 * while others write.
 */
import { sql } from 'kysely'
import type { Db } from '../db/pool.ts'

/** Counts that are wrong: how many, and the first of them. */
export interface CounterAlarm {
  counter: string
  wrong: number
  first: WrongCount[]
}

interface WrongCount {
  /** Which of the counts: survey, version, status and the like. */
  of: string
  kept: string
  true: string
}

/** The kept count and the real count, each as (of, n). */
interface Comparison {
  kept: string
  there: string
}

const comparisons: Record<string, Comparison> = {
  survey_counter: {
    kept: `select concat_ws(' ', survey_id, survey_version, status, day, is_pilot) as of, n from survey_counter`,
    there: `select concat_ws(' ', survey_id, survey_version, status, (submitted_at at time zone 'UTC')::date, is_pilot) as of,
      count(*) as n from form where status <> 'DRAFT' group by 1`,
  },
  survey_total: {
    kept: `select concat_ws(' ', survey_id, survey_version, status, is_pilot) as of, n from survey_total`,
    there: `select concat_ws(' ', survey_id, survey_version, status, is_pilot) as of, count(*) as n
      from form where status <> 'DRAFT' group by 1`,
  },
  'survey.participant_count': {
    kept: `select id::text as of, participant_count as n from survey`,
    there: `select survey_id::text as of, count(distinct participant_id) + count(*) filter (where participant_id is null) as n
      from form where not is_pilot and status <> 'DRAFT' group by 1`,
  },
  task_counter: {
    kept: `select concat_ws(' ', survey_id, status) as of, n from task_counter`,
    there: `select concat_ws(' ', survey_id, status) as of, count(*) as n from task group by 1`,
  },
  payable_counter: {
    kept: `select concat_ws(' ', survey_id, status, currency) as of, n from payable_counter`,
    there: `select concat_ws(' ', survey_id, status, currency) as of, count(*) as n from payable group by 1`,
  },
  'payable_counter.amount_minor': {
    kept: `select concat_ws(' ', survey_id, status, currency) as of, amount_minor as n from payable_counter`,
    there: `select concat_ws(' ', survey_id, status, currency) as of, sum(amount_minor) as n from payable group by 1`,
  },
  payable_day: {
    kept: `select concat_ws(' ', survey_id, day, provider, status, currency) as of, n from payable_day`,
    there: `select concat_ws(' ', survey_id, (created_at at time zone 'UTC')::date, provider, status, currency) as of, count(*) as n
      from payable group by 1`,
  },
  'payable_day.amount_minor': {
    kept: `select concat_ws(' ', survey_id, day, provider, status, currency) as of, amount_minor as n from payable_day`,
    there: `select concat_ws(' ', survey_id, (created_at at time zone 'UTC')::date, provider, status, currency) as of,
      sum(amount_minor) as n from payable group by 1`,
  },
  paid_counter: {
    kept: `select concat_ws(' ', survey_id, currency) as of, n from paid_counter`,
    there: `select concat_ws(' ', survey_id, currency) as of, count(*) as n from payable where status = 'SUCCESSFUL' group by 1`,
  },
  'paid_counter.amount_minor': {
    kept: `select concat_ws(' ', survey_id, currency) as of, amount_minor as n from paid_counter`,
    there: `select concat_ws(' ', survey_id, currency) as of, sum(amount_minor) as n from payable where status = 'SUCCESSFUL' group by 1`,
  },
  account_day: {
    kept: `select concat_ws(' ', account_id, day, side) as of, n from account_day,
      lateral (values ('lines', lines), ('debits', debits), ('credits', credits)) v (side, n)`,
    there: `select concat_ws(' ', v.id, day, side) as of, sum(n) as n from transfer t,
      lateral (select (t.at at time zone 'UTC')::date as day) on_day,
      lateral (values (debit_account, 'lines', 1), (credit_account, 'lines', 1), (debit_account, 'debits', amount_minor),
        (credit_account, 'credits', amount_minor)) v (id, side, n)
      where (select batch_id from account a where a.id = v.id) is null group by 1`,
  },
  person: {
    kept: `select substr(name, 8) as of, n from row_counter where name like 'person:%'`,
    there: `select admin_type || ':' || status as of, count(*) as n from person group by 1`,
  },
  'name_beginning.starting': {
    kept: `select beginning as of, starting as n from name_beginning`,
    there: `select b.beginning as of, sum(b.starting) as n from person, beginnings(name_words) b
      where admin_type = 'PARTICIPANT' group by 1`,
  },
  'name_beginning.other': {
    kept: `select beginning as of, other as n from name_beginning`,
    there: `select b.beginning as of, sum(b.other) as n from person, beginnings(name_words) b
      where admin_type = 'PARTICIPANT' group by 1`,
  },
}

/** Compares the answers to each question of each survey, with one statement for each. */
async function answerComparisons(db: Db): Promise<Comparison[]> {
  const { rows } = await sql<{ surveyId: number; id: number; words: boolean }>`
    select survey_id as "surveyId", question_id as id, kind = 'WORD' as words from indexed_question order by 1, 2`.execute(
    db,
  )
  return rows.map(({ surveyId, id, words }) => {
    const keyOf = (from: string) =>
      `concat_ws(' ', ${surveyId}, ${id}, word, ${from}day, ${from}status, ${from}is_pilot) as of`
    const noted = (answers: string) =>
      `unnest(${answers}) answer, substr(answer, ${String(id).length + 2}) word
        where noted.survey_id = ${surveyId} and answer like '${id} %'`
    return {
      kept: `select ${keyOf('')}, n from answer_counter where survey_id = ${surveyId} and question_id = ${id}
        union all select ${keyOf('noted.')}, -1 from answer_recount noted,
          ${noted('coalesce(answers, counted_answers(survey_id, form_id))')} and noted.status is not null
        union all select ${keyOf('form.')}, 1 from answer_recount noted cross join lateral (
            select status, is_pilot, (submitted_at at time zone 'UTC')::date as day from form
            where form.survey_id = noted.survey_id and form.id = noted.form_id and status <> 'DRAFT' offset 0) form,
          ${noted('counted_answers(noted.survey_id, noted.form_id)')}`,
      // Only hashing or sorting makes a full join, which takes as long for old statistics as for new ones.
      there: `select ${keyOf('')}, count(distinct form_id) as n from (
          select form_id, each.word, status, is_pilot, (submitted_at at time zone 'UTC')::date as day
          from (select * from form where survey_id = ${surveyId} and status <> 'DRAFT') form full join (
            select form_id, word from answer_index where survey_id = ${surveyId} and question_id = ${id}) a on a.form_id = form.id,
            unnest(${words ? `array['', word]` : `array['']`}) each(word)
          where coalesce(form_id, 0) > 0 and coalesce(form.id, 0) > 0
        ) answered group by 1`,
    }
  })
}

/** The tables whose total is kept by triggers alone (`keep_count`). */
async function countedTables(db: Db): Promise<Record<string, Comparison>> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where tgname = 'count_insert' and proname = 'count_rows' order by 1`.execute(db)
  return Object.fromEntries(
    rows.map(({ name }) => [
      name,
      {
        kept: `select name as of, n from row_counter where name = '${name}'`,
        there: `select '${name}' as of, count(*) as n from ${name}`,
      },
    ]),
  )
}

const mostShown = 5

/** The kept counts that differ from the truth; none when all is well. */
export async function wrongCounts(db: Db): Promise<CounterAlarm[]> {
  const alarms: CounterAlarm[] = []
  for (const [counter, comparison] of Object.entries({ ...comparisons, ...(await countedTables(db)) })) {
    const found = await differences(db, comparison)
    if (found.wrong > 0) alarms.push({ counter, ...found })
  }
  const answers: Omit<CounterAlarm, 'counter'> = { wrong: 0, first: [] }
  for (const comparison of await answerComparisons(db)) {
    const found = await differences(db, comparison)
    answers.wrong += found.wrong
    answers.first = [...answers.first, ...found.first].slice(0, mostShown)
  }
  return answers.wrong > 0 ? [...alarms, { counter: 'answer_counter', ...answers }] : alarms
}

async function differences(db: Db, { kept, there }: Comparison): Promise<Omit<CounterAlarm, 'counter'>> {
  const { rows } = await sql<WrongCount & { wrong: number }>`
    select of, coalesce(kept, 0)::text as kept, coalesce(there, 0)::text as "true", count(*) over () as wrong
    from (select of, sum(n) as kept from (${sql.raw(kept)}) one group by 1) kept
      full join (select of, sum(n) as there from (${sql.raw(there)}) one group by 1) there using (of)
    where coalesce(kept, 0) <> coalesce(there, 0) order by of limit ${mostShown}`.execute(db)
  return { wrong: rows[0]?.wrong ?? 0, first: rows.map(({ wrong: _, ...each }) => each) }
}
