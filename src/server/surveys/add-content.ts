/** Sections that come at once, with their questions, options and rules, behind those that a survey has. */
import { sql } from 'kysely'
import { surveys } from '#contract/surveys.ts'
import { type FieldProblem, under } from '#domain/problems.ts'
import { skipProblems } from '#domain/publishing/skip-checks.ts'
import { codeProblems, codeTaken, draftProblems } from '#domain/publishing/survey-rules.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { changeRefusal } from '#domain/surveys/survey-life.ts'
import type { Db } from '../db/pool.ts'
import { refuse } from '../errors.ts'
import { on } from '../http/context.ts'
import { openSurvey } from '../scope.ts'
import { codesOf, endPosition } from './content-store.ts'
import { insertContent } from './insert-content.ts'
import { newContent, newSkips } from './new-content.ts'
import { refuseProblems } from './refusals.ts'
import { surveyStore } from './store.ts'
import { typesInVersions } from './version-store.ts'

export const addContent = on(surveys.addContent, async ({ db, params, body, actor, audit }) => {
  const survey = await surveyStore.lock(db, await openSurvey(db, actor, 'edit', params.surveyId))
  refuse(changeRefusal(survey.status))
  const ofSurvey = sql`survey_id = ${survey.id}`
  const taken = await codesOf(db, 'question', ofSurvey)
  const content = newContent(body.sections, taken)
  const skips = newSkips(body.skips ?? [], content)
  const ofCodes = await newCodeProblems(db, survey, content, taken)
  refuseProblems([...draftProblems(content), ...ofCodes, ...skipProblems({ ...content, skips })])
  const end = await endPosition(db, 'section', ofSurvey)
  const sections = content.sections.map((section, index) => ({ ...section, position: end + index }))
  const sectionIds = await insertContent(db, survey.id, { sections, skips })
  const questions = sections.flatMap((section) => section.questions.map(({ code }) => code))
  const after = { sectionIds, questions, skips: skips.length }
  audit({ action: 'surveys.addContent', subjectType: 'survey', subjectId: survey.id, after })
  return { sectionIds }
})

/** Codes that other questions of the survey have, or had with another type in a version. */
async function newCodeProblems(
  db: Db,
  { id, currentVersion }: { id: number; currentVersion: number | null },
  { sections }: SurveyContent,
  taken: readonly string[],
): Promise<FieldProblem[]> {
  const problems: FieldProblem[] = []
  for (const [place, { questions }] of sections.entries())
    for (const [index, { code, type }] of questions.entries()) {
      const found = codeProblems(type, currentVersion === null ? [] : await typesInVersions(db, id, code))
      if (codeTaken(code, taken)) found.push({ path: 'code', code: 'DUPLICATE' })
      problems.push(...under(`sections[${place}].questions[${index}]`, found))
    }
  return problems
}
