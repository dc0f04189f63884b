/** One response as its reader sees it, for each call that answers with it. */
import { sql } from 'kysely'
import type { ResponseDetail } from '#contract/responses.ts'
import { questionOfKey } from '#domain/answers/answer-edit.ts'
import type { Answers } from '#domain/answers/answer-values.ts'
import { fill } from '#domain/answers/filling.ts'
import { withChosen } from '#domain/surveys/list-table.ts'
import type { GivenConsent } from '#domain/surveys/notices.ts'
import { questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { runNamed } from '../../db/named.ts'
import type { Db } from '../../db/pool.ts'
import type { Actor } from '../../http/context.ts'
import { scopeOf } from '../../scope.ts'
import { circleNear } from '../../surveys/geolocation-store.ts'
import { withLists } from '../../surveys/list-files.ts'
import { loadVersion } from '../../surveys/version-store.ts'
import { listFlags } from '../flags/flag-store.ts'
import { returnFacts } from './review-notes.ts'
import { phoneSight, getResponse, getAnswers } from '../list/row.ts'

function seesPersonal({ permissions }: Pick<Actor, 'permissions'>): boolean {
  return permissions.has('responses.personal')
}

/** NOT_FOUND when there is none in the actor's sight. */
export async function responseDetail(db: Db, actor: Actor, id: number): Promise<ResponseDetail> {
  const row = await getResponse(db, id, { scope: await scopeOf(db, actor), sight: phoneSight(actor) })
  const content = await withLists(db, (await loadVersion(db, row.surveyId, row.surveyVersion)).content)
  const { accuracy, answers, consent } = await getAnswers(db, row)
  const isHidden = hidesKey(content, actor)
  const seen = Object.fromEntries(Object.entries(answers).filter(([key]) => !isHidden(key)))
  const hiddenQuestions = questionsOf(content).flatMap(({ id: question, personal }) =>
    personal && !seesPersonal(actor) ? [question] : [],
  )
  return {
    ...row,
    ...(await returnFacts(db, row)),
    raisedFlags: await listFlags(db, row, new Set(hiddenQuestions)),
    accuracy,
    consent: consentOf(content, consent),
    sections: withChosen(content, seen).sections,
    files: content.files ?? [],
    answers: seen,
    hiddenQuestions,
    unasked: unaskedIn(content, answers, row.submittedAt),
    site: await siteOf(db, row.surveyId),
    circle: await circleNear(db, row.surveyId, row),
  }
}

/** As they were passed over on the day of the response. */
function unaskedIn(content: SurveyContent, answers: Answers, submittedAt: string): string[] {
  return [...fill(content, answers, { today: submittedAt.slice(0, 10) }).hidden.keys()]
}

/** With the text of the version that the response is pinned to. */
function consentOf({ notices }: SurveyContent, given: GivenConsent | null): ResponseDetail['consent'] {
  const text = notices?.consent
  return given && text ? { ...text, ...given } : null
}

async function siteOf(db: Db, surveyId: number): Promise<ResponseDetail['site']> {
  const asked = sql<NonNullable<ResponseDetail['site']>>`
    select site.id, site.title, site.latitude, site.longitude from survey join site on site.id = survey.site_id
    where survey.id = ${surveyId} and site.latitude is not null`
  const [site] = await runNamed(db, asked)
  return site ?? null
}

/** Whether the answer of a key is personal, for an actor who may not see such answers. */
export function hidesKey(content: SurveyContent, actor: Actor): (key: string) => boolean {
  if (seesPersonal(actor)) return () => false
  return (key) => questionOfKey(content, key)?.personal ?? false
}
