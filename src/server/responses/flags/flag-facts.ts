/** What the rules of flags ask about responses, for one of them or for thousands: found by prints, never by reading all. */
import { type RawBuilder, sql } from 'kysely'
import { printKinds } from '#domain/answers/answer-prints.ts'
import type { Gathered, QualityRules } from '#domain/answers/quality-flags.ts'
import { runFor } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import { formsOfParticipant, formsOfSurvey } from '../../records/forms-of.ts'

/** Flags name the later of two responses. A response that was edited is compared with all. */
export type Compared = 'EARLIER' | 'ALL'

interface GatheredRow extends Gathered {
  id: number
  source: string
  /** Null where the survey has none of its own. */
  rules: QualityRules | null
}

/** The most responses of one print that intake compares. A phone or device that everybody shares must not slow it. */
const nearest = { print: 20, band: 3, people: 100 }

const kinds = { answers: sql.lit(printKinds.ANSWERS), phone: sql.lit(printKinds.PHONE) }

export function gatherFacts(
  db: Db,
  surveyId: number,
  { ids, compared }: { ids: readonly number[]; compared: Compared },
): Promise<GatheredRow[]> {
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
  return runFor(
    db,
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
