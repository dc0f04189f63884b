/** Attacks on samples of paid people: on who is drawn, and on the survey that asks them. */
import type { Attack } from './attack.ts'
import type { Stage } from './stage.ts'

const survey = (name: string, type = `'FREE', null`) =>
  `insert into survey (encoded_id, title, texts, survey_type, amount_minor) values ('s-for-sample-${name}', 'S', '{"title": {"en": "S"}}', ${type})`
const run = (where: string) => `(select max(j.id) from job j join payment_run r on r.job_id = j.id where ${where})`
/** One more run that is done, of payments that are no part of a sample so far. */
const done = `insert into job (kind, payload) values ('payments.authorize', '{}');
  insert into job_batch (job_id, n, ids) select (select max(id) from job), 1, array_agg(p.id order by p.id) from (select id from payable where status = 'SUCCESSFUL' and participant_id is not null
    and id not in (select payable_id from sampled_payment) order by id limit 1) p;
  insert into payment_run (job_id) select max(id) from job;
  update job set state = 'DONE', finished_at = now(), expires_at = now() where id = (select max(id) from job)`
/** In the sample of the stage. */
const ofStage = `id in (select payable_id from sampled_payment x join survey s on s.id = x.survey_id where s.encoded_id = 's-of-a-sample')`
const last = '(select max(id) from job)'

export function attacksOnSamples({ maker, openSurvey }: Stage): Attack[] {
  const draw = (job: string, { name = 'a', size = 1, by = maker } = {}) =>
    `insert into payment_sample (survey_id, job_id, size, drawn_by)
      select id, ${job}, ${size}, ${by} from survey where encoded_id = 's-for-sample-${name}'`
  const drawn = (more: Parameters<typeof draw>[1] = {}) => `${done}; ${survey('a')}; ${draw(last, more)}`
  const sampled = '(select survey_id from payment_sample)'
  return [
    [
      'a sample of a run that is not done',
      `${survey('a')}; ${draw(run(`j.kind = 'payments.authorize' and j.state <> 'DONE'`))}`,
    ],
    [
      'a sample of a run that lets no money go',
      `${done.replace('authorize', 'approve')}; ${survey('a')}; ${draw(last)}`,
    ],
    [
      'a sample of a trial',
      `${done.replace('(job_id) select max(id)', '(job_id, is_trial) select max(id), true')}; ${survey('a')}; ${draw(last)}`,
    ],
    ['a sample asked by a survey that pays', `${done}; ${survey('a', `'PAID', 100`)}; ${draw(last)}`],
    [
      'a sample asked by a survey of before',
      `${done}; ${draw(last).replace(`encoded_id = 's-for-sample-a'`, `id = ${openSurvey}`)}`,
    ],
    ['a sample of no person', drawn({ size: 0 })],
    ['a sample of more people than were paid', drawn({ size: 2 })],
    [
      'a sample by a seed of its own',
      drawn().replace('drawn_by)', 'drawn_by, seed)').replace(`${maker} from`, `${maker}, gen_random_uuid() from`),
    ],
    ['a sample drawn by no person', drawn({ by: -1 })],
    ['a second sample of one run', `${drawn()}; ${survey('b')}; ${draw(last, { name: 'b' })}`],
    [
      'one survey that asks two samples',
      `${drawn()}; ${done.replace('id not in (select payable_id', `${ofStage} and id in (select payable_id`)}; ${draw(last)}`,
    ],
    ['the survey of a sample deleted', `delete from survey where id = ${sampled}`],
    [
      'the survey of a sample made to pay',
      `update survey set survey_type = 'PAID', amount_minor = 100 where id = ${sampled}`,
    ],
    [
      'a payment by hand in the survey of a sample',
      `with made as (insert into payable (kind, name, survey_id, msisdn, amount_minor, currency, provider, phone_from, facts_hash)
        select 'MANUAL', 'MAN-SAMPLE', survey_id, '+258840000001', 100, 'MZN', 'gsma', 'GIVEN',
          signed_facts('+258840000001', 100, 'MZN', 'gsma', signed_entry(null, null, null, 'OTHER', null, null)) from payment_sample returning id, survey_id)
      insert into manual_payment (payable_id, survey_id, reason) select id, survey_id, 'OTHER' from made`,
    ],
  ]
}
