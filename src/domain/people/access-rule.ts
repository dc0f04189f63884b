/**
 * Whom a grant on a survey reaches (product.md §4). Rights in the back office follow the person and the role alone: staff
 * who keep sites and units could otherwise move a place, and with it a right. Collecting is given to participants, by
 * person, by their role, or by where they live or work.
 */
import type { FieldProblem } from '../problems.ts'
import { type AccessRight, staffSubjects, subjectTypes } from './survey-access.ts'

export type SubjectType = (typeof subjectTypes)[number]

/** Narrows the subject to people who match every field. A person without the fact is not reached. */
export interface AccessFilter {
  gender?: string | undefined
  /** In full years. */
  ageMin?: number | undefined
  ageMax?: number | undefined
  /** With all units below it. */
  administrativeUnitId?: number | undefined
  /** A site of this category is where the person lives or works. */
  siteCategoryId?: number | undefined
}

export interface AccessRule {
  subjectType: SubjectType
  subjectId: number
  right: AccessRight
  filter: AccessFilter | null
}

/** What a right can be given to. */
export function subjectsOf(right: AccessRight): readonly SubjectType[] {
  return right === 'COLLECT' ? subjectTypes : staffSubjects
}

export const oldestAge = 150

/** The problems of a rule that no stored fact decides. */
export function ruleProblems({ subjectType, right, filter }: Omit<AccessRule, 'subjectId'>): FieldProblem[] {
  if (!subjectsOf(right).includes(subjectType)) return [{ path: 'subjectType', code: 'NOT_ALLOWED' }]
  if (!filter) return []
  // One person needs no filter, and one site has one category.
  if (right !== 'COLLECT' || subjectType === 'USER') return [{ path: 'filter', code: 'NOT_ALLOWED' }]
  const { ageMin = 0, ageMax = oldestAge, siteCategoryId } = filter
  return [
    ...(ageMin > ageMax ? [{ path: 'filter.ageMin', code: 'RANGE_REVERSED' } as const] : []),
    ...(subjectType === 'SITE' && siteCategoryId !== undefined
      ? [{ path: 'filter.siteCategoryId', code: 'NOT_ALLOWED' } as const]
      : []),
  ]
}

/** A filter without anything in it is none. */
export function settledFilter(filter: Readonly<Record<string, unknown>> | null | undefined): AccessFilter | null {
  const set = Object.entries(filter ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== '')
  return set.length === 0 ? null : Object.fromEntries(set)
}

export interface Reachable {
  id: number
  adminType: 'ADMIN' | 'PARTICIPANT'
  /** Suspended people and erased participants are reached by nothing. */
  isActive: boolean
  roleId: number | null
  gender: string | null
  /** `2001-12-31` */
  birthDate: string | null
  /** The unit where the person lives or works, after all units above it. */
  unitPath: readonly number[]
}

/** A site as far as it says who lives or works there: the people of its unit and of all units below it. */
interface SitePlace {
  id: number
  companyId: number | null
  siteCategoryId: number
  administrativeUnitId: number | null
}

interface World {
  sites: readonly SitePlace[]
  /** `2026-01-31` */
  today: string
}

/** A company has no people of its own here: it reaches those who live or work where it has sites. */
export function reaches(rule: AccessRule, person: Reachable, { sites, today }: World): boolean {
  const { right, filter } = rule
  if (!person.isActive || person.adminType !== (right === 'COLLECT' ? 'PARTICIPANT' : 'ADMIN')) return false
  const { gender, ageMin, ageMax, administrativeUnitId, siteCategoryId } = filter ?? {}
  const age = person.birthDate === null ? undefined : ageOn(today, person.birthDate)
  const here = sites.filter((site) => isAt(person, site.administrativeUnitId))
  const ofCategory = here.filter((site) => siteCategoryId === undefined || site.siteCategoryId === siteCategoryId)
  return (
    isOfSubject(rule, person, ofCategory) &&
    (siteCategoryId === undefined || ofCategory.length > 0) &&
    (gender === undefined || person.gender?.toLowerCase() === gender.toLowerCase()) &&
    (ageMin === undefined || (age !== undefined && age >= ageMin)) &&
    (ageMax === undefined || (age !== undefined && age <= ageMax)) &&
    (administrativeUnitId === undefined || isAt(person, administrativeUnitId))
  )
}

function isOfSubject({ subjectType, subjectId }: AccessRule, person: Reachable, here: readonly SitePlace[]): boolean {
  switch (subjectType) {
    case 'USER':
      return person.id === subjectId
    case 'ROLE':
      return person.roleId === subjectId
    case 'ADMIN_UNIT':
      return isAt(person, subjectId)
    case 'SITE':
      return here.some(({ id }) => id === subjectId)
    case 'COMPANY':
      return here.some(({ companyId }) => companyId === subjectId)
  }
}

function isAt({ unitPath }: Reachable, unitId: number | null): boolean {
  return unitId !== null && unitPath.includes(unitId)
}

/** In full years; both are days as `2001-12-31`. */
export function ageOn(today: string, birthDate: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4))
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years
}
