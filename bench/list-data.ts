/** Seeds what the lists of their own kind are of: so many participants, responses, tasks, payments, attempts and acts. */
import type { Client } from 'pg'
import { bulkLoad } from './bulk-load.ts'

/** Triggers rest, so the bench writes the rows that they would keep. */
const rows = `
  insert into person (username, name, phone, admin_type, role_id)
    select '+2588' || lpad(n::text, 8, '0'), 'Person ' || md5(n::text), '+2588' || lpad(n::text, 8, '0'), 'PARTICIPANT',
      (select id from role where role = 'PARTICIPANT') from generate_series(1, $1::int) n;
  insert into survey (encoded_id, title, texts, survey_type, amount_minor, status, current_version)
    select 'survey-number-' || n, 'Survey ' || n, jsonb_build_object('title', jsonb_build_object('en', 'Survey ' || n), 'description', null, 'summary', null), 'PAID', 5000, 'PUBLISHED', 1 from generate_series(1, least(10000, $1 / 10)) n;
  insert into form (survey_id, id, survey_version, participant_id, status, source, client_uuid, submitted_at)
    select s.id, nextval('thing_id'), 1, p.id, (array['RECEIVED','IN_REVIEW','APPROVED','APPROVED'])[1 + p.id % 4], 'API',
      'form-' || p.id, now() - p.id * interval '1 minute'
    from person p join survey s on s.title = 'Survey ' || (1 + p.id % 20) where p.admin_type = 'PARTICIPANT';
  insert into survey_counter (survey_id, survey_version, status, is_pilot, day, slot, n)
    select survey_id, survey_version, status, is_pilot, (submitted_at at time zone 'UTC')::date, 0, count(*)
    from form group by 1, 2, 3, 4, 5;
  insert into survey_total (survey_id, survey_version, status, is_pilot, slot, n)
    select survey_id, survey_version, status, is_pilot, 0, sum(n) from survey_counter group by 1, 2, 3, 4;
  insert into task (survey_id, site_id, assignee_id, status)
    select f.survey_id, (select min(id) from site), null, 0 from form f;
  insert into task_counter (survey_id, status, slot, n) select survey_id, status, 0, count(*) from task group by 1, 2;
  insert into payable (survey_id, participant_id, msisdn, amount_minor, currency, provider, status, facts_hash, updated_at)
    select f.survey_id, p.id, p.phone, 5000, 'MZN', 'simulator', 'SUCCESSFUL', sha256(p.phone::bytea), f.submitted_at
    from form f join person p on p.id = f.participant_id;
  insert into payable_counter (survey_id, status, currency, slot, n, amount_minor)
    select survey_id, status, currency, 0, count(*), sum(amount_minor) from payable group by 1, 2, 3;
  insert into batch (created_by) select min(id) from person;
  insert into attempt (payable_id, no, client_ref, batch_id, provider, msisdn, amount_minor, currency, state, resolved, final_at)
    select p.id, 1, gen_random_uuid(), (select min(id) from batch), p.provider, p.msisdn, p.amount_minor, p.currency, 'SUCCESSFUL', true, now() from payable p;
  insert into row_counter (name, slot, n) values ('attempt', 0, $1), ('person:PARTICIPANT:ACTIVE', 0, $1), ('survey', 0, least(10000, $1 / 10))
    on conflict (name, slot) do update set n = excluded.n;
  insert into audit (actor_id, action, subject_type, subject_id, after)
    select p.id, 'companies.create', 'company', p.id::text, '{"title": "One"}' from person p`

/** By a superuser; sites are there already. */
export async function seedLists(client: Client, count: number): Promise<void> {
  const tables = ['person', 'form', 'task', 'payable', 'attempt', 'audit']
  await bulkLoad(client, tables, async () => {
    for (const statement of rows.split(';')) await client.query(statement.replaceAll('$1', String(count)))
  })
  // Block by block, as in a house.
  for (;;) if (!(await client.query<{ block: number | null }>('select seal_audit() as block')).rows[0]?.block) break
  for (const table of [...tables, 'survey']) await client.query(`vacuum analyze ${table}`)
}
