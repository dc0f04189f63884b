/** The survey that asks some of those who were paid in a run: an ordinary one, which the house makes, opens and never pays for. */
import { sql } from 'kysely'
import { paymentSamples } from '#contract/payment-runs.ts'
import { drawRefusal, largestSample, sampleSize } from '#domain/money/paid-sample.ts'
import { taskStatus } from '#domain/people/task.ts'
import { problem } from '#domain/problems.ts'
import type { Localized } from '#domain/surveys/survey.ts'
import { changedTexts } from '#domain/surveys/survey-texts.ts'
import { fillIn } from '#domain/text/fill-in.ts'
import { locales } from '#domain/text/locale.ts'
import { inAllLanguages } from '#words/texts.ts'
import { type Db, rowOf } from '../db/pool.ts'
import { AppError, refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { openWholeRun, showRun } from '../payments/runs/run-list.ts'
import { insertContent } from './insert-content.ts'
import { newContent } from './new-content.ts'
import { publishSurvey } from './publish.ts'
import { newEncodedId, surveyStore } from './store.ts'

const draw = on(paymentSamples.draw, async ({ db, params, body, actor, audit, services }) => {
  const { id, step, state, isTrial, sample } = await openWholeRun(db, actor, params.id)
  refuse(drawRefusal({ step, state, isTrial, hasSample: sample !== null }, actor))
  const { people } = await rowOf<{ people: number }>(
    db,
  )`select count(distinct participant_id)::int as people from paid_in_run(${id})`
  const size = sampleSize(body, people)
  const most = Math.min(people, largestSample)
  if (size > most || size === 0)
    throw new AppError('VALIDATION_FAILED', { errors: [problem(body.size ? 'size' : 'percent', 'TOO_BIG', most)] })
  const surveyId = await makeSurvey(db, { run: String(id), ownerId: actor.id })
  const { seed } = await rowOf<{ seed: string }>(db)`insert into payment_sample (survey_id, job_id, size, drawn_by)
      values (${surveyId}, ${id}, ${size}, ${actor.id}) returning seed`
  await sql`
    with drawn as (select distinct p.participant_id as id from sampled_payment s join payable p on p.id = s.payable_id where s.survey_id = ${surveyId}),
      listed as (insert into survey_participant select ${surveyId}, id from drawn)
    insert into task (survey_id, assignee_id, status) select ${surveyId}, id, ${taskStatus.OPEN} from drawn order by id`.execute(
    db,
  )
  await publishSurvey(db, surveyId, { publishedBy: actor.id, highest: services.settings.highestAmounts })
  audit({
    action: 'payments.drawSample',
    subjectType: 'survey',
    subjectId: surveyId,
    after: { runId: id, size, people, seed },
  })
  return showRun(db, actor, id)
})

/** Three questions, in all languages of the house; those who are listed answer once. */
async function makeSurvey(db: Db, { run, ownerId }: { run: string; ownerId: number }): Promise<number> {
  const says = (key: string): Localized =>
    Object.fromEntries(
      Object.entries(inAllLanguages(`sample.${key}`)).map(([locale, text]) => [locale, fillIn(text, { run })]),
    )
  const texts = changedTexts(undefined, { title: says('title'), description: says('description') })
  const columns = { texts, encodedId: newEncodedId(), ownerId, languages: [...locales], participantRequired: true }
  const { id } = await surveyStore.insert(db, columns)
  const ask = { required: true }
  const questions = [
    { ...ask, code: 'received', type: 'YES_NO' as const, text: says('received') },
    {
      ...ask,
      code: 'amount',
      type: 'DECIMAL' as const,
      text: says('amount'),
      relevant: "received = 'yes'",
      validation: { min: 0 },
    },
    { ...ask, code: 'share', type: 'YES_NO' as const, text: says('share') },
  ]
  await insertContent(db, id, newContent([{ title: says('section'), questions }]))
  return id
}

export const paidSampleRoutes = [draw]
