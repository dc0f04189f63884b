import * as z from 'zod/mini'
import { countries } from '#domain/people/countries.ts'
import {
  accessibilities,
  maxLanguages,
  maxTitle,
  paymentAggregations,
  questionCode,
  surveyStatuses,
  surveyTypes,
} from '#domain/surveys/survey.ts'
import { mostGraceHours } from '#domain/surveys/survey-life.ts'
import { mostTargets, targetProblems, targetScopes, targetSubjects } from '#domain/surveys/targets.ts'
import { surveyTies } from '#domain/people/survey-access.ts'
import { formSettings, settingsProblems } from '#domain/surveys/survey-settings.ts'
import { Currency } from './currency.ts'
import { endpoint, list, one, sendingBack } from './endpoint.ts'
import {
  AmountInput,
  Id,
  Moment,
  Named,
  optionalId,
  optionalText,
  pageFields,
  recordFields,
  text,
  Timestamp,
} from './fields.ts'
import { Geolocation } from './geolocations.ts'
import { recordFilters } from './filters.ts'
import { clearableText, Language, LocalizedText, localizedText } from './localized.ts'
import { Notices } from './notices.ts'
import { resource } from './resource.ts'
import { NewSection, SectionWithQuestions } from './sections.ts'
import { ContentPart, NewSkip, Skip } from './skips.ts'
import { SurveyFile } from './survey-files.ts'
import { SurveyVersion } from './versions.ts'

const SurveyStatus = z.enum(surveyStatuses)
const SurveyType = z.enum(surveyTypes)

const Target = z.strictObject({
  of: z.enum(targetSubjects),
  per: z.enum(targetScopes),
  goal: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  question: z.optional(z.string().check(z.regex(questionCode))),
  option: z.optional(text(100)),
})

/** A field missing in create takes the seed's default (§9): PRIVATE, FREE, MZN, INDIVIDUAL. */
export const SurveyFields = z.strictObject({
  /** Texts are an object by language, or a plain text in the default language. */
  title: localizedText(maxTitle, 'one'),
  description: clearableText(5000),
  summary: clearableText(1000),
  companyId: optionalId(),
  subcategoryId: optionalId(),
  siteId: optionalId(),
  accessibility: z.optional(z.enum(accessibilities)),
  startsAt: z.optional(z.nullable(Moment)),
  endsAt: z.optional(z.nullable(Moment)),
  /** The hours after the end in which the survey takes responses submitted in time; by default none. */
  graceHours: z.optional(z.int().check(z.minimum(0), z.maximum(mostGraceHours))),
  surveyType: z.optional(SurveyType),
  /** The amount of one response; above 0 when PAID. 0 is kept as none. */
  amount: z.optional(z.nullable(AmountInput)),
  currency: z.optional(Currency),
  /** The country of phone numbers without a country code; by default see `domain/people/phone.ts`. */
  country: z.optional(z.nullable(z.enum(countries))),
  /** The grant or cost code that pays for it. */
  costCode: optionalText(60),
  paymentAggregation: z.optional(z.enum(paymentAggregations)),
  /** 1 when INDIVIDUAL, 2 or more when GROUPED. */
  aggregationCount: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
  allowMultipleResponses: z.optional(z.boolean()),
  /** On phones a page has one question, not a section. */
  questionPerPage: z.optional(z.boolean()),
  /** Of its texts: each is kept while no text is in it yet. */
  languages: z.optional(z.array(Language).check(z.maxLength(maxLanguages))),
  /** Kept texts, of the kinds CONSENT, INSTRUCTIONS and MESSAGE: what is agreed to, said before, and said at the end. */
  consentTextId: optionalId(),
  instructionsTextId: optionalId(),
  closingTextId: optionalId(),
  /** What is to be reached; all of them at once. */
  targets: z.optional(z.array(Target).check(z.maxLength(mostTargets))),
})

const Texts = z.object({
  title: LocalizedText,
  description: z.nullable(LocalizedText),
  summary: z.nullable(LocalizedText),
})

export const Survey = z.object({
  ...recordFields,
  encodedId: z.string(),
  /** In the default language, else in the first there is; `texts` has all of them. */
  title: z.string(),
  description: z.nullable(z.string()),
  summary: z.nullable(z.string()),
  texts: Texts,
  companyId: z.nullable(Id),
  subcategoryId: z.nullable(Id),
  /** Of the subcategory. */
  categoryId: z.nullable(Id),
  siteId: z.nullable(Id),
  accessibility: z.enum(accessibilities),
  startsAt: z.nullable(Timestamp),
  endsAt: z.nullable(Timestamp),
  graceHours: z.int(),
  surveyType: SurveyType,
  amount: z.nullable(z.string()),
  amountMinor: z.nullable(z.int()),
  currency: z.string(),
  country: z.nullable(z.string()),
  costCode: z.nullable(z.string()),
  paymentAggregation: z.enum(paymentAggregations),
  aggregationCount: z.int(),
  allowMultipleResponses: z.boolean(),
  questionPerPage: z.boolean(),
  languages: z.array(z.string()),
  consentTextId: z.nullable(Id),
  instructionsTextId: z.nullable(Id),
  closingTextId: z.nullable(Id),
  targets: z.array(Target),
  /** How many participants may answer; null: any number. */
  participantLimit: z.nullable(z.int()),
  /** Whether each response must name its participant. */
  participantRequired: z.boolean(),
  /** How many have answered, each response without a participant counted by itself. */
  participantCount: z.int(),
  status: SurveyStatus,
  /** Whether `status` is PILOT. */
  pilot: z.boolean(),
  closedAt: z.nullable(Timestamp),
  /** Why it is archived, open again, or closed with reviews waiting. */
  statusReason: z.nullable(z.string()),
  /** The newest published version; null while there is none. */
  currentVersion: z.nullable(z.int()),
  questionCount: z.int(),
  /** Responses received in any version; drafts and those of a pilot do not count. */
  responseCount: z.int(),
})
export type Survey = z.output<typeof Survey>

export const SurveyDetail = z.extend(Survey, {
  /** The person who made it, while their account exists. */
  owner: z.nullable(Named),
  /** The caller's ties to it; `domain/people/survey-access.ts` tells what the caller may do by them. */
  ties: z.array(z.enum(surveyTies)),
  /** The content as it is now, by position; the next publication makes a version of it. */
  sections: z.array(SectionWithQuestions),
  skips: z.array(Skip),
  notices: z.optional(Notices),
  files: z.optional(z.array(SurveyFile)),
  /** How long its personal data is kept once it is closed, and until when; null: for ever. */
  retention: z.nullable(z.object({ months: z.int(), dueAt: z.nullable(Timestamp) })),
  geolocation: Geolocation,
  /** Whether the content differs from `currentVersion`; true before the first version. */
  changedSincePublish: z.boolean(),
})
export type SurveyDetail = z.output<typeof SurveyDetail>

const standard = resource({
  path: 'surveys',
  row: Survey,
  fields: SurveyFields,
  rule: (record) => [...settingsProblems(formSettings(record)), ...targetProblems(record.targets ?? [])],
  read: 'surveys.read',
  write: 'surveys.write',
  remove: 'surveys.delete',
  sort: ['title', 'createdAt', 'updatedAt', 'status'],
  filters: {
    title: { kind: 'text' },
    status: { kind: 'oneOf', values: surveyStatuses },
    surveyType: { kind: 'oneOf', values: surveyTypes },
    accessibility: { kind: 'oneOf', values: accessibilities },
    companyId: { kind: 'record', of: 'companies' },
    subcategoryId: { kind: 'record', of: 'subcategories' },
    categoryId: { kind: 'record', of: 'categories' },
    siteId: { kind: 'record', of: 'sites' },
    costCode: { kind: 'text' },
    consentTextId: { kind: 'record', of: 'texts' },
    instructionsTextId: { kind: 'record', of: 'texts' },
    closingTextId: { kind: 'record', of: 'texts' },
    startsAt: { kind: 'day' },
    endsAt: { kind: 'day' },
    ...recordFilters,
  },
})

const setBy = {
  status: 'POST /surveys/{surveyId}/publish or PUT /surveys/{surveyId}/status',
  sections: 'the calls of /sections, /questions and /answers',
  skips: 'the calls of /skips',
  geolocation: 'PUT /geolocations/{id}',
  retention: 'POST /erasures',
  texts: 'title, description and summary',
  amountMinor: 'amount',
  categoryId: 'subcategoryId',
  encodedId: null,
  owner: null,
}

/** How many surveys there are of each status under the other filters. */
const statusCounts = z.object({ statusCounts: z.record(SurveyStatus, z.int()) })

/** The page that a search answers with, whatever page it was asked for. */
const searched = z.object({ pagination: z.object({ current: z.int(), pageSize: z.int(), total: z.int() }) })

export const surveys = {
  ...standard,
  create: {
    ...standard.create,
    summary: 'Make a draft, with its sections, their questions and the answers of these, where they are there',
    body: z.extend(SurveyFields, { sections: z.optional(z.array(NewSection)) }),
  },
  list: { ...standard.list, reply: list(Survey, statusCounts) },
  get: { ...standard.get, reply: one(SurveyDetail), setBy },
  update: { ...sendingBack(standard.update, SurveyDetail), done: 'Survey updated successfully.' },
  search: endpoint({
    route: 'GET /surveys/search',
    access: 'surveys.read',
    summary: 'Search surveys by their titles; a blank name answers with the first 10 of the list',
    query: z.strictObject({ name: z.optional(z.string().check(z.maxLength(200))), ...pageFields }),
    reply: list(Survey, searched),
  }),
  duplicate: endpoint({
    route: 'POST /surveys/{surveyId}/duplicate',
    access: 'surveys.write',
    done: 'The survey was copied.',
    summary: 'Make a draft with the same settings and content, owned by the caller',
    reply: one(Survey),
    status: 201,
  }),
  restore: endpoint({
    route: 'POST /surveys/{surveyId}/restore',
    access: 'surveys.write',
    summary: 'Put back a part of the content that was deleted within a day, with all that went with it, ids included',
    body: ContentPart,
    reply: one(ContentPart),
  }),
  addContent: endpoint({
    route: 'POST /surveys/{surveyId}/content',
    access: 'surveys.write',
    summary: 'Put sections, with their questions, options and rules, behind those of a survey: all or none',
    body: z.strictObject({
      sections: z.array(NewSection).check(z.minLength(1), z.maxLength(200)),
      skips: z.optional(z.array(NewSkip).check(z.maxLength(5000))),
    }),
    reply: one(z.object({ sectionIds: z.array(Id) })),
    status: 201,
  }),
  publish: endpoint({
    route: 'POST /surveys/{surveyId}/publish',
    access: 'surveys.publish',
    done: 'The survey was published.',
    summary: 'Make the content the next version and open the survey for responses',
    reply: one(z.object({ survey: Survey, version: SurveyVersion })),
  }),
}
