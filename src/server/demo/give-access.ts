import { surveyAccess } from '#contract/survey-access.ts'
import type { StaffRight } from '#domain/people/survey-access.ts'
import type { ApiClient } from './api-client.ts'

/** Gives everybody of a role the right on a survey, for good. */
export async function giveRole(
  api: ApiClient,
  surveyId: number,
  { role, right }: { role: string; right: StaffRight },
): Promise<void> {
  const { list } = await api.call(surveyAccess.subjects, { query: { q: role } })
  const found = list.find(({ subjectType, name }) => subjectType === 'ROLE' && name === role)
  if (!found) throw new Error(`There is no role ${role} to give access to`)
  const { subjectType, subjectId } = found
  await api.call(surveyAccess.create, { body: { surveyId, subjectType, subjectId, right } })
}
