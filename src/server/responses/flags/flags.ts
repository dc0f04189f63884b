/** Quality flags: raised at intake, again after an edit, dismissed by reviewers. All inside the transaction that causes them. */
import { type RawBuilder, sql } from 'kysely'
import { type Printed, printKinds, printsOf } from '#domain/answers/answer-prints.ts'
import {
  type Gathered,
  isMeasureDue,
  placeFlags,
  type QualityRules,
  raisedFlags,
  usualRange,
  usualRules,
} from '#domain/answers/quality-flags.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { inOneTrip, named, namedFor, runFor, runNamed } from '../../db/named.ts'
import { type Db, rowsOf } from '../../db/pool.ts'
import { formsOfParticipant, formsOfSurvey } from '../../records/forms-of.ts'
import { found } from '../../db/table-store.ts'

const atOnce = 5000

/** The number of responses that make the usual now, and at the last measure. */
export interface Usual {
  seen: number
  measuredAt: number
}

interface Newcomers {
  ids: readonly number[]
  usual: Usual | null
  /** A statement that goes along. */
  beside: RawBuilder<unknown>
}

/** Of responses that have just come in. Needs the lock of the survey. */
export async function flagNewcomers(db: Db, surveyId: number, { ids, usual, beside }: Newcomers): Promise<void> {
  if (usual && isMeasureDue(usual.seen, usual.measuredAt)) await measure(db, surveyId)
  const compared = 'EARLIER'
  for (let at = 0; at < ids.length; at += atOnce) {
    const some = ids.slice(at, at + atOnce)
    const facts = factsOf(surveyId, { ids: some, compared })
    const [gathered] = await inOneTrip(db, at === 0 ? [facts, beside] : [facts])
    await raiseFlags(db, surveyId, { ids: some, compared, gathered })
  }
}

/** Of one response whose answers, participant or place were changed. */
export async function flagAgain(
  db: Db,
  { surveyId, id }: { surveyId: number; id: number },
  content: SurveyContent,
): Promise<void> {
  const asked = sql<Printed & { isPilot: boolean }>`
      select doc.answers, person.phone, form.latitude, form.longitude, form.is_pilot as "isPilot",
        doc.paradata->>'deviceId' as "deviceId"
      from form join form_doc doc using (survey_id, id) left join person on person.id = form.participant_id
      where form.survey_id = ${surveyId} and form.id = ${id}`
  const { isPilot, ...printed } = found({ rows: await runNamed(db, asked) })
  const gone = sql`delete from form_print where survey_id = ${surveyId} and id = ${id}`
  const prints = sql`
    insert into form_print (survey_id, is_pilot, kind, hash, id)
    select ${surveyId}, ${isPilot}, (print->>0)::smallint, (print->>1)::bigint, ${id}
    from jsonb_array_elements(${JSON.stringify(printsOf(content, printed))}::jsonb) print`
  const chosen = { ids: [id], compared: 'ALL' } as const
  const [, , gathered] = await inOneTrip(db, [named(gone), named(prints), factsOf(surveyId, chosen)])
  await raiseFlags(db, surveyId, { ...chosen, gathered })
}

export async function rulesOf(db: Db, surveyId: number): Promise<QualityRules> {
  const rows = await rowsOf<QualityRules>(db)`
    select alike_percent as "alikePercent", seconds_per_answer as "secondsPerAnswer", most_people as "mostPeople"
    from survey_quality where survey_id = ${surveyId}`
  return rows[0] ?? usualRules
}

async function raiseFlags(
  db: Db,
  surveyId: number,
  { ids, compared, gathered }: Chosen & { gathered: readonly GatheredRow[] },
): Promise<void> {
  const raised = gathered.flatMap(({ id, source, rules, ...facts }) =>
    Object.entries(raisedFlags(facts, rules ?? usualRules, source)).map(([flag, facts]) => ({ id, flag, facts })),
  )
  // Nothing was raised before for a newcomer.
  if (raised.length > 0 || compared === 'ALL') await storeFlags(db, surveyId, ids, raised)
}

/**
 * Replaces the open flags by those raised now and those of the place. A dismissed flag stays while the same facts raise
 * it. A verdict on another place opens the flags of the place again.
 */
async function storeFlags(
  db: Db,
  surveyId: number,
  ids: readonly number[],
  raised: readonly { id: number; flag: string; facts: object }[],
): Promise<void> {
  const stored = sql`
    with given as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(raised)}::jsonb) as g(id bigint, flag text, facts jsonb)
    ),
    was as materialized (
      select survey_id, f.id, flags from ${formsOfSurvey({ surveyId, ids })}
    ),
    gone as (
      delete from form_flag old using was
      where old.survey_id = was.survey_id and old.id = was.id and (case when old.flag = any(${placeFlags}::text[])
        then old.flag = any(was.flags) else not exists (select from given where given.id = old.id and given.flag = old.flag) end)
    ),
    noted as (
      insert into form_flag as old (survey_id, id, flag, facts)
      select ${surveyId}, id, flag, facts from given order by id, flag
      on conflict (survey_id, id, flag) do update set facts = excluded.facts,
        dismissed_at = case when old.facts = excluded.facts then old.dismissed_at end,
        dismissed_by = case when old.facts = excluded.facts then old.dismissed_by end,
        note = case when old.facts = excluded.facts then old.note end
      returning id, flag, dismissed_at
    ),
    open as (
      select was.id, array(select flag from unnest(was.flags) flag where flag = any(${placeFlags}::text[]))
        || array(select flag from noted where noted.id = was.id and dismissed_at is null order by flag) as flags
      from was
    )
    update form set flags = open.flags from open
    where form.survey_id = ${surveyId} and form.id = open.id and form.flags <> open.flags`
  await runFor(db, ids.length, stored)
}

const sampleSize = 400

/** What numbers usually are follows from the latest responses. */
async function measure(db: Db, surveyId: number): Promise<void> {
  const measured = await rowsOf<{ key: string; n: number; q1: number; q3: number }>(db)`
    with asked as materialized (
      select distinct question->>'id' as key from survey_version,
        jsonb_path_query(content, '$.sections[*].questions[*] ? (@.type == "INTEGER" || @.type == "DECIMAL")') question
      where survey_id = ${surveyId}
    ),
    latest as materialized (
      select id from form where survey_id = ${surveyId} and status <> 'DRAFT' and not is_pilot
      order by submitted_at desc, id desc limit ${sampleSize}
    )
    select asked.key, count(*) as n,
      percentile_cont(0.25) within group (order by (given.value #>> '{}')::float8) as q1,
      percentile_cont(0.75) within group (order by (given.value #>> '{}')::float8) as q3
    from latest join form_doc doc on doc.survey_id = ${surveyId} and doc.id = latest.id
      cross join lateral jsonb_each(doc.answers) given
      join asked on asked.key = split_part(given.key, '.', 1)
    where jsonb_typeof(given.value) = 'number'
    group by 1`
  const ranges = measured.flatMap(({ key, n, q1, q3 }) => {
    const range = usualRange(n, q1, q3)
    return range ? [[key, range] as const] : []
  })
  await sql`
    update survey_usual set measured_at = seen, ranges = ${JSON.stringify(Object.fromEntries(ranges))}::jsonb
    where survey_id = ${surveyId}`.execute(db)
}

/** Flags name the later of two responses. A response that was edited is compared with all. */
type Compared = 'EARLIER' | 'ALL'

interface Chosen {
  ids: readonly number[]
  compared: Compared
}

interface GatheredRow extends Gathered {
  id: number
  source: string
  /** Null where the survey has none of its own. */
  rules: QualityRules | null
}

/** The most responses of one print that intake compares. A phone or device that everybody shares must not slow it. */
const nearest = { print: 20, band: 3, people: 100 }

const kinds = { answers: sql.lit(printKinds.ANSWERS), phone: sql.lit(printKinds.PHONE) }

function factsOf(surveyId: number, { ids, compared }: Chosen): RawBuilder<GatheredRow> {
  const before = (other: RawBuilder<unknown>) => sql`${other} ${compared === 'ALL' ? sql`<>` : sql`<`} own.id`
  /** The prints of others that equal those of `own`, the latest first. */
  const met = (kind: RawBuilder<unknown>, most: number) => sql`
    form_print mine cross join lateral (
      select p.id from form_print p
      where p.survey_id = mine.survey_id and p.is_pilot = mine.is_pilot and p.kind = mine.kind and p.hash = mine.hash
        and ${before(sql`p.id`)}
      order by p.id desc limit ${sql.lit(most)}) near
    where mine.survey_id = own.survey_id and mine.id = own.id and mine.kind ${kind}`
  const people = (kind: number) => sql`(
    select count(distinct coalesce(other.participant_id, -other.id)) + 1
    from (select near.id from ${met(sql`= ${sql.lit(kind)}`, nearest.people)}) met
    join form other on other.survey_id = own.survey_id and other.id = met.id
    where other.participant_id is distinct from own.participant_id)`
  return namedFor(
    ids.length,
    sql<GatheredRow>`
    with own as materialized (
      select f.survey_id, f.id, f.is_pilot, f.participant_id, f.source, doc.answers, doc.paradata, usual.ranges
      from ${formsOfSurvey({ surveyId, ids })}
        join form_doc doc on doc.survey_id = f.survey_id and doc.id = f.id
        left join survey_usual usual on usual.survey_id = f.survey_id and not f.is_pilot
    )
    select own.id, own.source,
      (select json_build_object('alikePercent', alike_percent, 'secondsPerAnswer', seconds_per_answer, 'mostPeople', most_people)
        from survey_quality where survey_id = own.survey_id) as rules,
      (select max(other.id) from ${formsOfParticipant(sql`own.participant_id`)} other
        where other.survey_id = own.survey_id and other.is_pilot = own.is_pilot and other.status <> 'DRAFT'
          and ${before(sql`other.id`)}) as "sameParticipant",
      (select max(other.id) from (select near.id from ${met(sql`= ${kinds.phone}`, nearest.print)}) met
        join form other on other.survey_id = own.survey_id and other.id = met.id
        where own.participant_id is null or other.participant_id is distinct from own.participant_id) as "samePhone",
      (select max(near.id) from ${met(sql`= ${kinds.answers}`, 1)}) as "sameAnswers",
      (select json_build_object('other', compared.id, 'share', compared.share) from (
        select met.id, (
          select count(*) filter (where a.value = b.value)::float8 / greatest(count(*), 1)
          from jsonb_each(own.answers) a full join jsonb_each(other.answers) b using (key)) as share
        from (select near.id from ${met(sql`>= ${sql.lit(printKinds.BAND)}`, nearest.band)}
          group by near.id order by count(*) desc, near.id desc limit 3) met
        join form_doc other on other.survey_id = own.survey_id and other.id = met.id
        offset 0) compared
        order by compared.share desc, compared.id desc limit 1) as alike,
      extract(epoch from (own.paradata->>'finishedAt')::timestamptz - (own.paradata->>'startedAt')::timestamptz)::float8 as seconds,
      (select count(*) from jsonb_object_keys(own.answers)) as answered,
      ${people(printKinds.DEVICE)} as "devicePeople",
      ${people(printKinds.PLACE)} as "placePeople",
      (select coalesce(json_agg(json_build_object('question', wild.key::bigint, 'low', wild.range->0, 'high', wild.range->1)
          order by wild.key::bigint), '[]')
        from (
          select distinct split_part(given.key, '.', 1) as key, usual.range
          from jsonb_each(own.answers) given
            cross join lateral (select own.ranges->split_part(given.key, '.', 1) as range offset 0) usual
          where jsonb_typeof(given.value) = 'number' and given.value not between usual.range->0 and usual.range->1
        ) wild) as outliers
    from own`,
  )
}
