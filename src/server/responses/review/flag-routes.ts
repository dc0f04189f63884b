import { sql } from 'kysely'
import { responseFlags, type SurveyFlags } from '#contract/response-flags.ts'
import type { QualityFlag } from '#domain/answers/quality-flags.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import type { Db } from '../../db/pool.ts'
import { AppError, refuse } from '../../errors.ts'
import { type Actor, on } from '../../http/context.ts'
import { openSurvey, requireAct, scopeOf } from '../../scope.ts'
import { surveyStore } from '../../surveys/store.ts'
import { responseDetail } from './detail.ts'
import { formsOf } from '../list/row.ts'
import { countFlags, type Dismissal, moveFlag } from '../flags/flag-store.ts'
import { rulesOf } from '../flags/flags.ts'
import { lockForms } from './review-store.ts'

interface Move {
  id: number
  flag: QualityFlag
  dismissal?: Dismissal
}

/** NOT_FOUND when the flag was never raised, ALREADY_DONE when another reviewer was faster. */
async function move(db: Db, actor: Actor, { id, flag, dismissal }: Move): Promise<void> {
  const [form] = await lockForms(db, formsOf([id], await scopeOf(db, actor)), 1)
  if (!form) throw new AppError('NOT_FOUND')
  await requireAct(db, actor, 'review', form.surveyId)
  const moved = await moveFlag(db, form, flag, dismissal)
  if (!moved) throw new AppError(moved === undefined ? 'NOT_FOUND' : 'ALREADY_DONE')
}

const dismiss = on(responseFlags.dismiss, async ({ db, params: { id }, body: { flag, note }, actor, audit }) => {
  await move(db, actor, { id, flag, dismissal: { note, by: actor.id } })
  audit({ action: 'responses.dismissFlag', subjectType: 'form', subjectId: id, after: { flag, note } })
  return responseDetail(db, actor, id)
})

const restore = on(responseFlags.restore, async ({ db, params: { id }, body: { flag }, actor, audit }) => {
  await move(db, actor, { id, flag })
  audit({ action: 'responses.restoreFlag', subjectType: 'form', subjectId: id, after: { flag } })
  return responseDetail(db, actor, id)
})

async function surveyFlags(db: Db, surveyId: number): Promise<SurveyFlags> {
  return { counts: await countFlags(db, surveyId), rules: await rulesOf(db, surveyId) }
}

const ofSurvey = on(responseFlags.ofSurvey, async ({ db, params, actor }) =>
  surveyFlags(db, await openSurvey(db, actor, 'see', params.surveyId)),
)

const setRules = on(responseFlags.setRules, async ({ db, params, body, actor, audit }) => {
  const surveyId = await openSurvey(db, actor, 'edit', params.surveyId)
  refuse(changeRefusal((await surveyStore.lock(db, surveyId)).status))
  const before = { ...(await rulesOf(db, surveyId)) }
  const { alikePercent, secondsPerAnswer, mostPeople } = body
  await sql`
    insert into survey_quality (survey_id, alike_percent, seconds_per_answer, most_people)
    values (${surveyId}, ${alikePercent}, ${secondsPerAnswer}, ${mostPeople})
    on conflict (survey_id) do update set alike_percent = excluded.alike_percent,
      seconds_per_answer = excluded.seconds_per_answer, most_people = excluded.most_people, updated_at = now()`.execute(
    db,
  )
  audit({ action: 'surveys.flagRules', subjectType: 'survey', subjectId: surveyId, before, after: { ...body } })
  return surveyFlags(db, surveyId)
})

export const flagRoutes = [dismiss, restore, ofSurvey, setRules]
