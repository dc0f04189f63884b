/** The survey of bench/intake.ts, its answers, and many responses at once. */
import type { Client } from 'pg'
import type { Call } from './house.ts'

const usualQuestions = 250
/** Each tenth question can be filtered by: its answers are indexed. */
const filterable = 10

/** Published; answers the number of the survey. */
export async function makeSurvey(call: Call, questions = usualQuestions): Promise<number> {
  const { data: survey } = await call<{ id: number }>('/surveys', { title: 'Bench' })
  const { data: section } = await call<{ id: number }>('/sections', { surveyId: survey.id, title: 'All' })
  for (let n = 0; n < questions; n++) {
    const type = n % 2 === 0 ? 'YES_NO' : n % 4 === 1 ? 'INTEGER' : 'TEXT'
    const question = { sectionId: section.id, code: `q${n}`, text: `Question ${n}`, type }
    await call('/questions', { ...question, filterable: n % filterable === 0 })
  }
  await call(`/surveys/${survey.id}/publish`, {})
  return survey.id
}

/** Half of the answers are the same in all responses. */
export function responseOf(surveyId: number, n: number, questions = usualQuestions): object {
  const answers = Array.from({ length: questions }, (_, at) => [
    `q${at}`,
    at % 2 === 0 ? 'yes' : at % 4 === 1 ? (n * 7919 + at * 31) % 997 : `Answer ${n} in words, number ${at}`,
  ])
  return {
    surveyId,
    participantPhone: `+25884${String(1_000_000 + n)}`,
    latitude: -19 + (n % 100) / 100,
    longitude: 33.5,
    answers: Object.fromEntries(answers) as object,
  }
}

/** Adds responses like the latest one until there are so many; each has a participant and prints of its own. */
export async function fillUp(owner: Client, surveyId: number, size: number): Promise<void> {
  const { rows } = await owner.query<{ n: number }>('select count(*)::int as n from form where survey_id = $1', [
    surveyId,
  ])
  const missing = size - (rows[0]?.n ?? 0)
  if (missing <= 0) return
  await owner.query(
    `with given as materialized (
       select form.*, doc.answers from form join form_doc doc using (survey_id, id)
       where survey_id = $1 order by id desc limit 1
     ),
     people as (
       insert into person (username, name, phone, admin_type, role_id)
       select phone, '••• ' || right(phone, 4), phone, 'PARTICIPANT', (select id from role where role = 'PARTICIPANT')
       from (select '+25885' || (1000000 + (select count(*) from person) + n) as phone from generate_series(1, $2) n) phones
       returning id
     ),
     forms as (
       insert into form (survey_id, survey_version, participant_id, once_key, status, source, client_uuid, latitude, longitude,
         submitted_at)
       select survey_id, survey_version, people.id, people.id, status, source, gen_random_uuid()::text, latitude, longitude,
         submitted_at - make_interval(secs => people.id % 1000000)
       from given, people returning *
     ),
     docs as (insert into form_doc (survey_id, id, answers) select survey_id, forms.id, given.answers from forms join given using (survey_id)),
     indexed as (
       insert into answer_index select forms.id, forms.survey_id, question_id, word, number
       from forms, (select index.* from answer_index index join given on form_id = given.id) index
     ),
     prints as (
       insert into form_print select survey_id, false, kind, hashint8extended(forms.id, kind) & 9007199254740991, forms.id
       from forms, unnest('{0,1,3,10,11,12,13,14}'::smallint[]) kind
     ),
     changed as (insert into form_change (survey_id, form_id) select survey_id, id from forms),
     tasks as (
       insert into task (survey_id, assignee_id, form_id, status) select survey_id, participant_id, id, 2 from forms
     )
     update survey set participant_count = participant_count + $2 where id = $1`,
    [surveyId, missing],
  )
  await owner.query('update survey_usual set seen = seen + $2, measured_at = seen + $2 where survey_id = $1', [
    surveyId,
    missing,
  ])
  await owner.query('vacuum analyze')
}
