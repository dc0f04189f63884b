/** The rights that were granted on a survey, beside its owner and people who see all (product.md §4, seed §7). */
import * as z from 'zod/mini'
import { oldestAge } from '#domain/people/access-rule.ts'
import { accessRights, subjectTypes } from '#domain/people/survey-access.ts'
import { endpoint, list, one } from './endpoint.ts'
import {
  bulkIds,
  BulkResult,
  Id,
  idText,
  intText,
  Moment,
  Named,
  optionalId,
  optionalText,
  pageFields,
  Timestamp,
} from './fields.ts'
import { keysBut, listing, Search } from './listing.ts'
import { ofSurveys, SurveyRef } from './survey-ref.ts'

const SubjectType = z.enum(subjectTypes)
const Right = z.enum(accessRights)

/** Narrows the subject to people who match every field (`domain/people/access-rule.ts`). */
const AccessFilter = z.object({
  gender: z.optional(z.string()),
  ageMin: z.optional(z.int()),
  ageMax: z.optional(z.int()),
  administrativeUnitId: z.optional(Id),
  siteCategoryId: z.optional(Id),
})

const Age = z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(oldestAge))))
const FilterFields = z.strictObject({
  gender: optionalText(40),
  ageMin: Age,
  ageMax: Age,
  administrativeUnitId: optionalId(),
  siteCategoryId: optionalId(),
})

export const SurveyAccess = z.object({
  id: Id,
  surveyId: Id,
  surveyTitle: z.string(),
  subjectType: SubjectType,
  subjectId: Id,
  /** The name of the person or the place, or of the role as the reader knows it. */
  subjectName: z.string(),
  right: Right,
  filter: z.nullable(AccessFilter),
  /** From then on it counts for nothing; null: it stays. */
  expiresAt: z.nullable(Timestamp),
  isExpired: z.boolean(),
  createdBy: z.nullable(Named),
  createdAt: Timestamp,
})
export type SurveyAccess = z.output<typeof SurveyAccess>

export const NewSurveyAccess = z.strictObject({
  surveyId: SurveyRef,
  subjectType: SubjectType,
  subjectId: Id,
  right: Right,
  filter: z.optional(z.nullable(FilterFields)),
  expiresAt: z.optional(z.nullable(Moment)),
})

export const AccessSubject = z.object({
  subjectType: SubjectType,
  subjectId: Id,
  name: z.string(),
  /** What tells subjects of one name apart: the user name, the code of a place, the unit of a participant. */
  detail: z.nullable(z.string()),
})
export type AccessSubject = z.output<typeof AccessSubject>

/** The query of the list of grants and of its file. */
export const accessList = listing({
  path: 'surveys/access',
  row: SurveyAccess,
  access: 'surveys.access',
  sort: ['createdAt', 'expiresAt', 'surveyTitle', 'right'],
  filters: {
    surveyId: ofSurveys,
    subjectType: { kind: 'oneOf', values: subjectTypes },
    subjectName: { kind: 'text' },
    right: { kind: 'oneOf', values: accessRights },
    isExpired: { kind: 'yesNo' },
    expiresAt: { kind: 'day' },
    createdAt: { kind: 'day' },
  },
  /** Words of the subject's name and of the survey's title. */
  more: { q: Search },
  columns: keysBut(SurveyAccess, 'surveyId', 'subjectId'),
})

export const surveyAccess = {
  list: endpoint({
    route: 'GET /surveys/access/list',
    access: 'surveys.access',
    summary: 'Who was given which right, on a survey or on all that the caller manages, the latest first',
    query: accessList.query,
    // `seeAll`: names of the roles that see every survey anyway.
    reply: list(SurveyAccess, z.object({ seeAll: z.array(z.string()) })),
  }),
  export: accessList.export,
  subjects: endpoint({
    route: 'GET /surveys/access/subjects',
    access: 'surveys.access',
    summary: 'Search those who can be given a right and whom it can reach: by kind, then by name',
    /** `right`: VIEW when left out. Participants are found by readers of participants. */
    query: z.strictObject({
      ...pageFields,
      q: Search,
      right: z.optional(Right),
      subjectType: z.optional(SubjectType),
    }),
    reply: list(AccessSubject),
  }),
  reach: endpoint({
    route: 'GET /surveys/access/reach',
    access: 'surveys.access',
    summary: 'Tell how many people a rule reaches now, and who is first of them',
    query: z.strictObject({
      subjectType: SubjectType,
      subjectId: idText(),
      right: Right,
      gender: z.optional(z.string().check(z.trim(), z.maxLength(40))),
      ageMin: z.optional(intText(0, oldestAge)),
      ageMax: z.optional(intText(0, oldestAge)),
      administrativeUnitId: z.optional(idText()),
      siteCategoryId: z.optional(idText()),
    }),
    // `first`: by name; none of the participants for a caller who may not read them.
    reply: one(z.object({ count: z.int(), first: z.array(Named) })),
  }),
  create: endpoint({
    route: 'POST /surveys/access',
    access: 'surveys.access',
    changesRights: 'OF_STAFF',
    summary: 'Give a right; given before to the same people, it gets this expiry',
    body: NewSurveyAccess,
    reply: one(SurveyAccess),
    status: 201,
  }),
  remove: endpoint({
    route: 'DELETE /surveys/access/{id}',
    access: 'surveys.access',
    changesRights: 'OF_STAFF',
    summary: 'Take a right away',
    reply: one(SurveyAccess),
  }),
  removeMany: endpoint({
    route: 'POST /surveys/access/delete',
    access: 'surveys.access',
    changesRights: 'OF_STAFF',
    summary: 'Take several rights away',
    body: bulkIds,
    reply: one(BulkResult),
  }),
}
