/** The rights that were granted on a survey, beside its owner and people who see all (product.md §4, seed §7). */
import * as z from 'zod/mini'
import { staffRights, staffSubjects } from '#domain/survey-access.ts'
import { endpoint, list, one } from './endpoint.ts'
import { BulkResult, bulkIds, Id, idParams, Moment, pageFields, Timestamp } from './fields.ts'
import { SurveyRef, surveyRef } from './survey-ref.ts'

/** Companies, administrative units and sites are subjects too, but nothing asks yet who belongs to them. */
const SubjectType = z.enum(staffSubjects)
const Right = z.enum(staffRights)

export const SurveyAccess = z.object({
  id: Id,
  surveyId: Id,
  surveyTitle: z.string(),
  subjectType: SubjectType,
  subjectId: Id,
  /** The name of the person, or of the role as the reader knows it. */
  subjectName: z.string(),
  right: Right,
  /** From then on it counts for nothing; null: it stays. */
  expiresAt: z.nullable(Timestamp),
  isExpired: z.boolean(),
  createdBy: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: Timestamp,
})
export type SurveyAccess = z.output<typeof SurveyAccess>

export const NewSurveyAccess = z.strictObject({
  surveyId: SurveyRef,
  subjectType: SubjectType,
  subjectId: Id,
  right: Right,
  expiresAt: z.optional(z.nullable(Moment)),
})

export const AccessSubject = z.object({
  subjectType: SubjectType,
  subjectId: Id,
  name: z.string(),
  /** The user name, which tells people of one name apart; null for roles. */
  detail: z.nullable(z.string()),
})
export type AccessSubject = z.output<typeof AccessSubject>

export const surveyAccess = {
  list: endpoint({
    method: 'GET',
    path: '/surveys/access/list',
    access: 'surveys.access',
    transaction: 'read',
    summary: 'Who was given which right, on a survey or on all that the caller manages, the latest first',
    query: z.strictObject({ ...pageFields, surveyId: z.optional(surveyRef()) }),
    // `seeAll`: names of the roles that see every survey anyway.
    reply: list(SurveyAccess, z.object({ seeAll: z.array(z.string()) })),
  }),
  subjects: endpoint({
    method: 'GET',
    path: '/surveys/access/subjects',
    access: 'surveys.access',
    transaction: 'read',
    summary: 'Search the people and roles that can be given access: roles first, then people, by name',
    query: z.strictObject({ ...pageFields, q: z.optional(z.string().check(z.maxLength(200))) }),
    reply: list(AccessSubject),
  }),
  create: endpoint({
    method: 'POST',
    path: '/surveys/access',
    access: 'surveys.access',
    transaction: 'write',
    changesRights: 'OF_STAFF',
    summary: 'Give a right; given before, it gets this expiry',
    body: NewSurveyAccess,
    reply: one(SurveyAccess),
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/surveys/access/{id}',
    access: 'surveys.access',
    transaction: 'write',
    changesRights: 'OF_STAFF',
    summary: 'Take a right away',
    params: idParams,
    reply: one(SurveyAccess),
  }),
  removeMany: endpoint({
    method: 'POST',
    path: '/surveys/access/delete',
    access: 'surveys.access',
    transaction: 'write',
    changesRights: 'OF_STAFF',
    summary: 'Take several rights away',
    body: bulkIds,
    reply: one(BulkResult),
  }),
}
