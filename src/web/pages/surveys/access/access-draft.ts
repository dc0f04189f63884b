/** A rule in progress: its subject, its right and its filter of people. */
import type { AccessSubject } from '#contract/survey-access.ts'
import {
  type AccessFilter,
  type AccessRule,
  ruleProblems,
  settledFilter,
  type SubjectType,
} from '#domain/people/access-rule.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { AccessRight } from '#domain/people/survey-access.ts'

export interface AccessDraft {
  right: AccessRight
  /** The kind of subject to search; people and roles together by default. */
  kind: SubjectType | undefined
  subject: AccessSubject | undefined
  filter: AccessFilter
}

export const emptyDraft: AccessDraft = { right: 'REVIEW', kind: undefined, subject: undefined, filter: {} }

/** Another right is for other subjects. */
export function withRight(draft: AccessDraft, right: AccessRight): AccessDraft {
  if ((draft.right === 'COLLECT') === (right === 'COLLECT')) return { ...draft, right }
  return { ...emptyDraft, right, kind: right === 'COLLECT' ? 'ROLE' : undefined }
}

/** One person needs no filter, and one site has one category. */
export function filterNames({ right, kind }: AccessDraft): readonly (keyof AccessFilter)[] {
  if (right !== 'COLLECT' || kind === 'USER') return []
  const names = ['gender', 'ageMin', 'ageMax', 'administrativeUnitId'] as const
  return kind === 'SITE' ? names : [...names, 'siteCategoryId']
}

/** What is written so far as a rule; undefined while it is for no subject. */
export function ruleOf(draft: AccessDraft): AccessRule | undefined {
  const { right, subject, filter } = draft
  if (!subject) return undefined
  const names = filterNames(draft)
  const asked = Object.fromEntries(names.map((name) => [name, filter[name]]))
  return { subjectType: subject.subjectType, subjectId: subject.subjectId, right, filter: settledFilter(asked) }
}

export function problemsOf(draft: AccessDraft): FieldProblem[] {
  const rule = ruleOf(draft)
  return rule ? ruleProblems(rule) : []
}
