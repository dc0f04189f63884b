/**
 * Every call and its relation to single surveys, by hand: `free` of them, or how it is asked for a part of one.
 * `surveys/scope.test.ts` makes these calls as people who see the survey and as people who do not. A call that is missing
 * here fails it.
 */
import { staffSubjects } from '#domain/people/survey-access.ts'
import type { CallInput } from './caller.ts'
import { referenceByHand } from './reference-by-hand.ts'

/** One row of every kind in one survey; for a missing survey, numbers of no row. */
export interface SurveyParts {
  survey: number
  encodedId: string
  section: number
  question: number
  answer: number
  skip: number
  response: number
  task: number
  payment: number
  grant: number
  token: number
  report: number
  file: number
  /** A change of its budget that waits. */
  change: number
}

export type Ask = (parts: SurveyParts) => CallInput

export type ScopeDecision =
  /** Rows of no survey, or the house's own books and trail. */
  | { kind: 'free' }
  /** One thing: not seen is 404 (`missing` when another refusal says that it is not there). */
  | { kind: 'one'; asks: Ask[]; missing?: 404 | 422 }
  /** Rows of surveys: `filters` narrow it to one survey, and answer for an unseen one as for none. */
  | { kind: 'list'; filters: Ask[] }
  /** Several by id: the unseen ones are not there. */
  | { kind: 'bulk'; asks: Ask[] }

/**
 * `GET /payments/waiting` is asked for one participant: `payments/list/sets-state.test.ts` holds it to the survey's scope, as
 * `payments/books/statement.test.ts` does the accounts, `payments/books/month-overview.test.ts` months, `payments/books/statement-import.test.ts` the statements of providers, `payments/files/payment-files.test.ts` files of payments, `payments/desk/desk.test.ts` the desk, `payments/manual/paid-before.test.ts` lists of who was paid before, `payments/runs/people-runs.test.ts` runs and what they are chosen from, `payments/manual/manual-shown.test.ts` uploaded files,
 * `erasure/erasure.test.ts` erasures, `responses/intake/drafts.test.ts` the caller's own drafts, `responses/edit/returned.test.ts` their returned responses, and `bell/bell.test.ts` the bell.
 */
const free = `POST /auth/login, POST /auth/sign-on, POST /auth/passkey, POST /auth/passkey/challenge, POST /account/passkeys, POST /users/{}/second-factor/reset, GET /account/second-factor, DELETE /account/second-factor/{}, POST /account/authenticator, PUT /account/authenticator, POST /account/recovery-codes, GET /texts/{}/versions, GET /files/t/{}, GET /links/{}, GET /links/{}/files/{}, POST /links/{}/files, POST /links/{}/responses, GET /weather/now.json, GET /brand, PUT /brand, GET /auth/user, GET /account/mail, PUT /account/mail, POST /auth/invitations/{}, POST /auth/signout, POST /auth/validate-token,
  POST /auth/reauthenticate, POST /auth/change-password, GET /auth/sessions, DELETE /auth/sessions, GET /auth/app-tokens, POST /auth/app-tokens, DELETE /auth/app-tokens/{}, PUT /auth/locale,
  GET /routes, POST /files/{}/ticket, GET /users/participants, GET /users/search, POST /users/participants/import,
  POST /users/participants/export, POST /users/admins/export, GET /erasures, GET /erasures/report, POST /erasures, POST /erasures/{}/decide, GET /users/admins, GET /users/programs, POST /users/programs, GET /users/{}, POST /auth/create,
  PUT /users/update/{}, POST /users/delete, POST /auth/ResetUserPassword/{}, DELETE /delete/admins/{},
  POST /admins/delete, GET /users/roles, GET /users/permissions, GET /users/list-permissions, GET /users/grants,
  POST /users/createRole, PUT /users/editRolePermission/{}, POST /users/createPermission, DELETE /users/roles/{},
  POST /users/roles/delete, DELETE /users/permissions/{}, POST /users/permissions/delete,
  POST /users/grants/{}/confirm, DELETE /users/grants/{}, GET /logs, POST /logs/export, GET /logs/verify, GET /schedules, POST /schedules, PUT /schedules/{}, DELETE /schedules/{}, GET /jobs, GET /jobs/{}, POST /jobs/{}/cancel,
  POST /jobs/{}/retry, GET /jobs/{}/failures, GET /jobs/{}/failures/file, POST /jobs/{}/failures/retry, POST /surveys, POST /surveys/import, GET /surveys/access/subjects, GET /surveys/access/reach, GET /payments/balance, GET /payments/waiting,
  GET /payments/accounts, GET /payments/accounts/{}/statement, GET /payments/accounts/{}/days,
  GET /payments/statements, GET /payments/statements/{}, GET /payments/files, GET /payments/files/{}, POST /payments/files, POST /payments/files/preview, GET /payments/paid-before, POST /payments/paid-before, POST /payments/paid-before/{}/decide, GET /payments/desk, POST /payments/desk/give, POST /payments/desk/close,
  POST /payments/files/{}/acts, POST /payments/files/{}/results, POST /payments/files/{}/results/sample, GET /payments/accounts/{}/days/{}, POST /payments/accounts/{}/days/{}/close, POST /payments/statements, POST /payments/statements/sample,
  GET /payments/accounts/{}/statement/file, GET /payments/months/{}, GET /payments/months/{}/file, GET /payments/upload-excel/template, GET /payments/policy, GET /payments/runs, GET /payments/runs/{}, PUT /payments/runs/{},
  POST /payments/runs/{}/{}, POST /payments/runs/{}/sample, GET /payments/runs/{}/file, POST /payments/selections, POST /payments/selections/file, GET /payments/selections/{}, POST /payments/selections/{}/start,
  GET /webhooks, POST /webhooks, PUT /webhooks/{}, DELETE /webhooks/{}, POST /webhooks/{}/secret, POST /webhooks/{}/test, GET /webhooks/deliveries, POST /webhooks/deliveries/replay,
  GET /payment-providers, GET /payment-providers/{}, POST /payment-providers, PUT /payment-providers/{}, POST /payment-providers/{}/credentials, POST /payment-providers/{}/test,
  PUT /payments/policy, GET /payments/people, GET /payments/uploads, GET /payments/uploads/{}, GET /payments/stops, POST /payments/stops, POST /payments/stops/{}/confirm, POST /payments/stops/{}/tryout, GET /payments/float, GET /payments/float/{}, POST /payments/float, POST /payments/float/{}/confirm, POST /payments/float/{}/refuse,
  GET /administrative-units/by-level/{}, GET /administrative-units/by-parent/{}, GET /administrative-units/find, GET /administrative-units/counts/{},
  POST /administrative-units/import, POST /administrative-units/borders, GET /administrative-units/borders, GET /administrative-units/template, GET /administrative-units/export,
  GET /sites/map, GET /sites/template, POST /sites/import, GET /account/lists, PUT /account/lists/{},
  PUT /account/keys, PUT /account/marks/{}, GET /account/bell, GET /forms/drafts, GET /forms/open, GET /forms/returned, GET /forms/returned/{}, PUT /forms/returned/{}, GET /views, POST /views, PUT /views/{}, DELETE /views/{}`

/** Each starts a job, which reads what the list shows its asker (`records/records.test.ts`). */
const exported = `POST /surveys/export, POST /sections/export, POST /questions/export, POST /answers/export,
  POST /skips/export, POST /payments/export, POST /responses/export, POST /tasks/export,
  POST /payments/transactions/export, POST /payments/desk/export, POST /surveys/access/export`

const text = { en: 'New' }
const anyDraft = {
  clientUuid: 'draft',
  startedAt: '2026-01-01T08:00:00Z',
  surveyVersion: 1,
  participantPhone: '',
  participantName: '',
  day: '',
  latitude: null,
  longitude: null,
  answers: {},
}
const [, subjectType] = staffSubjects
const toAdministrators = { subjectType, subjectId: 1, right: 'VIEW' }
const bySurvey: Ask[] = [
  ({ survey }) => ({ query: { surveyId: survey } }),
  ({ encodedId }) => ({ query: { surveyId: encodedId } }),
]
const inFrench = (input: CallInput): Ask[] => [
  (parts) => ({ ...input, params: { surveyId: parts.survey, language: 'fr' } }),
]

const survey = (input: CallInput = {}): Ask[] => [
  (parts) => ({ params: { id: parts.survey, surveyId: parts.survey }, ...input }),
  (parts) => ({ params: { id: parts.encodedId, surveyId: parts.encodedId }, ...input }),
]

/** The calls of one part of a survey: `version: 1` is a lie, which only those who see the part learn. */
function part(path: string, name: 'section' | 'question' | 'answer' | 'skip', more: Ask[]): [string, ScopeDecision][] {
  const byId = (input: CallInput): Ask[] => [(parts) => ({ params: { id: parts[name] }, ...input })]
  return [
    [`GET /${path}`, { kind: 'list', filters: [...bySurvey, ...more] }],
    [`GET /${path}/{}`, { kind: 'one', asks: byId({}) }],
    [
      `PUT /${path}/{}`,
      {
        kind: 'one',
        asks: [
          ...byId({ body: name === 'skip' ? { priority: 2 } : { position: 1 } }),
          ...byId({ body: { version: 9 } }),
        ],
      },
    ],
    [`DELETE /${path}/{}`, { kind: 'one', asks: byId({}) }],
    [`POST /${path}/delete`, { kind: 'bulk', asks: [(parts) => ({ body: { ids: [parts[name]] } })] }],
  ]
}

const bulkPayments = bulkWith({})

function bulkWith(more: object): Ask[] {
  return [
    ({ payment }) => ({ body: { ids: [payment], ...more } }),
    ({ response }) => ({ body: { locationIds: [response], ...more } }),
    ({ survey }) => ({ body: { surveyIds: [survey], ...more } }),
  ]
}

const ofFile: Ask[] = [({ survey: id, file: fileId }) => ({ params: { id, fileId } })]

const subjects = {
  survey: 'survey',
  section: 'section',
  question: 'question',
  answer: 'answer',
  skip: 'skip',
  form: 'response',
  payable: 'payment',
} as const

const bound: [string, ScopeDecision][] = [
  [
    'GET /history/{}/{}',
    {
      kind: 'one',
      asks: Object.entries(subjects).map(([subjectType, part]): Ask => (parts) => ({
        params: { subjectType, subjectId: parts[part] },
      })),
    },
  ],
  ['GET /dashboard', { kind: 'one', asks: bySurvey }],
  ['GET /surveys', { kind: 'list', filters: [] }],
  ['GET /surveys/{}', { kind: 'one', asks: survey() }],
  [
    'PUT /surveys/{}',
    { kind: 'one', asks: [...survey({ body: { title: 'x' } }), ...survey({ body: { version: 99 } })] },
  ],
  ['DELETE /surveys/{}', { kind: 'one', asks: survey() }],
  ['POST /surveys/delete', { kind: 'bulk', asks: [(parts) => ({ body: { ids: [parts.survey] } })] }],
  ['POST /surveys/{}/publish', { kind: 'one', asks: survey() }],
  ['GET /surveys/search', { kind: 'list', filters: [] }],
  ['GET /surveys/{}/progress', { kind: 'one', asks: survey() }],
  ['GET /surveys/participant/{}', { kind: 'one', asks: survey() }],
  ['POST /surveys/{}/duplicate', { kind: 'one', asks: survey() }],
  ['PUT /surveys/participant/{}', { kind: 'one', asks: survey({ body: { participantLimit: 5, version: 99 } }) }],
  ['PUT /surveys/pilot/{}', { kind: 'one', asks: survey({ body: { pilot: true, version: 99 } }) }],
  ['PUT /surveys/{}/status', { kind: 'one', asks: survey({ body: { status: 'PAUSED', version: 99 } }) }],
  [
    'PUT /surveys/{}/allow-multiple-responses',
    { kind: 'one', asks: survey({ body: { allowMultipleResponses: true, version: 99 } }) },
  ],
  ['PUT /geolocations/{}', { kind: 'one', asks: survey({ body: { mode: 'OFF' } }) }],
  ['PUT /geolocations/distance/{}', { kind: 'one', asks: survey({ body: { distance: 100 } }) }],
  ['GET /surveys/{}/flags', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/insight', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/insight/cross', { kind: 'one', asks: survey({ query: { rows: '@status' } }) }],
  [
    'PUT /surveys/{}/flags',
    { kind: 'one', asks: survey({ body: { alikePercent: 90, secondsPerAnswer: 2, mostPeople: 5 } }) },
  ],
  ['GET /surveys/{}/tokens', { kind: 'one', asks: survey() }],
  ['POST /surveys/{}/tokens', { kind: 'one', asks: survey({ body: { kind: 'READ', name: 'x', personal: true } }) }],
  ['POST /surveys/{}/participant-links', { kind: 'one', asks: survey({ body: { list: 'MISSING' } }) }],
  [
    'DELETE /surveys/{}/tokens/{}',
    { kind: 'one', asks: [({ survey: id, token: tokenId }) => ({ params: { id, tokenId } })] },
  ],
  ['GET /surveys/{}/reports', { kind: 'one', asks: survey() }],
  ['POST /surveys/{}/reports', { kind: 'one', asks: survey({ body: { title: 'x', parts: [] } }) }],
  [
    'PUT /surveys/{}/reports/{}',
    { kind: 'one', asks: [({ survey: id, report: reportId }) => ({ params: { id, reportId }, body: { title: 'x' } })] },
  ],
  [
    'DELETE /surveys/{}/reports/{}',
    { kind: 'one', asks: [({ survey: id, report: reportId }) => ({ params: { id, reportId } })] },
  ],
  ['GET /surveys/{}/link', { kind: 'one', asks: survey() }],
  ['PUT /surveys/{}/link', { kind: 'one', asks: survey({ body: { isOn: true, version: 99 } }) }],
  ['GET /surveys/{}/xform', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/xlsform', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/xform', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/versions', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/versions/changes', { kind: 'one', asks: survey() }],
  ['POST /surveys/{}/versions/revise', { kind: 'one', asks: survey() }],
  ...part('sections', 'section', []),
  ...part('questions', 'question', [({ section }) => ({ query: { sectionId: section } })]),
  ...part('answers', 'answer', [({ question }) => ({ query: { questionId: question } })]),
  ...part('skips', 'skip', [({ question }) => ({ query: { fromQuestionId: question } })]),
  [
    'POST /skips',
    {
      kind: 'one',
      missing: 422,
      asks: [
        (parts) => ({ body: { fromQuestionId: parts.question, operator: 'ANSWERED', action: 'END', priority: 9 } }),
      ],
    },
  ],
  [
    'POST /sections',
    {
      kind: 'one',
      missing: 422,
      asks: [
        (parts) => ({ body: { surveyId: parts.survey, title: text } }),
        (parts) => ({ body: { surveyId: parts.encodedId, title: text } }),
      ],
    },
  ],
  [
    'POST /questions',
    { kind: 'one', missing: 422, asks: [(parts) => ({ body: { sectionId: parts.section, text, type: 'TEXT' } })] },
  ],
  ['POST /answers', { kind: 'one', missing: 422, asks: [(parts) => ({ body: { questionId: parts.question, text } })] }],
  ['POST /questions/{}/duplicate', { kind: 'one', asks: [(parts) => ({ params: { questionId: parts.question } })] }],
  [
    'POST /questions/section/{}/reorder',
    { kind: 'one', asks: [(parts) => ({ params: { sectionId: parts.section }, body: { ids: [] } })] },
  ],
  ['POST /sections/survey/{}/reorder', { kind: 'one', asks: survey({ body: { ids: [] } }) }],
  [
    'POST /answers/question/{}',
    { kind: 'one', asks: [(parts) => ({ params: { questionId: parts.question }, body: { answers: [{ text }] } })] },
  ],
  ['GET /surveys/{}/translations/{}', { kind: 'one', asks: inFrench({}) }],
  ['DELETE /surveys/{}/translations/{}', { kind: 'one', asks: inFrench({}) }],
  [
    'POST /surveys/{}/translations/{}',
    { kind: 'one', asks: inFrench({ file: { name: 'x.xlsx', bytes: new Uint8Array([1]) } }) },
  ],
  ['POST /surveys/{}/content', { kind: 'one', asks: survey({ body: { sections: [{ title: text }] } }) }],
  ['POST /surveys/{}/restore', { kind: 'one', asks: survey({ body: { kind: 'section', id: 987_654_321 } }) }],
  [
    'POST /answers/question/{}/reorder',
    { kind: 'one', asks: [(parts) => ({ params: { questionId: parts.question }, body: { ids: [] } })] },
  ],
  [
    'POST /answers/question/{}/upload',
    {
      kind: 'one',
      asks: [
        (parts) => ({
          params: { questionId: parts.question },
          file: { name: 'x.xlsx', bytes: new Uint8Array([1]) },
        }),
      ],
    },
  ],
  [
    'GET /answers/question/{}/download',
    { kind: 'one', asks: [(parts) => ({ params: { questionId: parts.question } })] },
  ],
  ['GET /questions/section/{}', { kind: 'one', asks: [(parts) => ({ params: { sectionId: parts.section } })] }],
  ['GET /responses', { kind: 'list', filters: bySurvey }],
  ['GET /tasks', { kind: 'list', filters: bySurvey }],
  ['GET /responses/{}', { kind: 'one', asks: [(parts) => ({ params: { id: parts.response } })] }],
  [
    'PUT /locations/{}',
    {
      kind: 'one',
      asks: [
        (parts) => ({ params: { id: parts.response }, body: { formStatus: 'IN_REVIEW' } }),
        (parts) => ({ params: { id: parts.response }, body: { formStatus: 'IN_REVIEW', version: 99 } }),
      ],
    },
  ],
  ['POST /tasks', { kind: 'one', asks: [(parts) => ({ body: { surveyId: parts.survey } })] }],
  ['POST /tasks/assign', { kind: 'bulk', asks: [(parts) => ({ body: { ids: [parts.task], assigneeId: null } })] }],
  ['PUT /tasks/{}', { kind: 'one', asks: [(parts) => ({ params: { id: parts.task }, body: { version: 99 } })] }],
  ['POST /locations/{}/undo', { kind: 'one', asks: [(parts) => ({ params: { id: parts.response } })] }],
  ['GET /responses/questions/{}', { kind: 'one', asks: survey() }],
  ['GET /responses/issues/{}', { kind: 'one', asks: survey() }],
  [
    'POST /responses/review',
    { kind: 'bulk', asks: [(parts) => ({ body: { formStatus: 'IN_REVIEW', ids: [parts.response] } })] },
  ],
  ...['dismiss', 'restore'].map((way): [string, ScopeDecision] => [
    `POST /responses/{}/flags/${way}`,
    {
      kind: 'one',
      asks: [
        (parts) => ({
          params: { id: parts.response },
          body: { flag: 'TOO_FAST', ...(way === 'dismiss' ? { note: 'x' } : {}) },
        }),
      ],
    },
  ]),
  ['GET /responses/{}/changes', { kind: 'one', asks: [(parts) => ({ params: { id: parts.response } })] }],
  ['GET /responses/{}/timeline', { kind: 'one', asks: [(parts) => ({ params: { id: parts.response } })] }],
  ...['PUT /responses/{}', 'PUT /forms/answers/{}', 'PUT /forms/{}/answers'].map((call): [string, ScopeDecision] => [
    call,
    {
      kind: 'one',
      asks: [{}, { version: 99 }].map((more): Ask => (parts) => ({
        params: { id: parts.response, formId: parts.response },
        body: { questionId: parts.question, value: 'x', ...more },
      })),
    },
  ]),
  [
    'PUT /forms/{}',
    {
      kind: 'one',
      asks: [{ latitude: 1 }, { version: 99 }].map((body): Ask => (parts) => ({
        params: { id: parts.response },
        body,
      })),
    },
  ],
  ['DELETE /responses/{}', { kind: 'one', asks: [(parts) => ({ params: { id: parts.response } })] }],
  ['POST /responses/delete', { kind: 'bulk', asks: [(parts) => ({ body: { ids: [parts.response] } })] }],
  ['GET /excels/download', { kind: 'one', asks: [...bySurvey, ({ encodedId }) => ({ query: { encodedId } })] }],
  [
    'POST /excels/download',
    {
      kind: 'one',
      asks: [
        (parts) => ({ body: { surveyId: parts.survey } }),
        ({ encodedId }) => ({ body: { encodedId, format: 'csv' } }),
      ],
    },
  ],
  [
    'POST /responses',
    {
      kind: 'one',
      asks: [
        (parts) => ({ body: { surveyId: parts.survey, answers: {} } }),
        (parts) => ({ body: { encodedId: parts.encodedId, answers: {} } }),
      ],
    },
  ],
  ['GET /forms/{}/draft', { kind: 'one', asks: survey() }],
  ['POST /forms/{}/draft', { kind: 'one', asks: survey({ body: anyDraft }) }],
  ['DELETE /forms/{}/draft', { kind: 'one', asks: survey() }],
  ['GET /forms/{}/questionnaire', { kind: 'one', asks: survey() }],
  ['GET /forms/{}/template', { kind: 'one', asks: survey() }],
  [
    'POST /forms/{}/excel/problems',
    { kind: 'one', asks: survey({ file: { name: 'x.xlsx', bytes: new Uint8Array([1]) } }) },
  ],
  ['POST /forms/{}/excel', { kind: 'one', asks: survey({ file: { name: 'x.xlsx', bytes: new Uint8Array([1]) } }) }],
  ['POST /surveys/{}/files', { kind: 'one', asks: survey({ file: { name: 'x.csv', bytes: new Uint8Array([97]) } }) }],
  ['POST /surveys/{}/files/lists', { kind: 'one', asks: survey({ body: { of: 'SITES' } }) }],
  ['GET /surveys/{}/files/{}', { kind: 'one', asks: ofFile }],
  ['DELETE /surveys/{}/files/{}', { kind: 'one', asks: ofFile }],
  [
    'POST /forms/{}/files',
    {
      kind: 'one',
      asks: survey({ query: { question: 'none' }, file: { name: 'x.png', bytes: new Uint8Array([1]) } }),
    },
  ],
  ['GET /payments', { kind: 'list', filters: [({ survey: surveyId }) => ({ query: { surveyId } })] }],
  ['GET /payments/{}', { kind: 'one', asks: [(parts) => ({ params: { id: parts.payment } })] }],
  ['GET /payments/{}/evidence', { kind: 'one', asks: [(parts) => ({ params: { id: parts.payment } })] }],
  ['GET /payments/{}/events', { kind: 'one', asks: [(parts) => ({ params: { id: parts.payment } })] }],
  ['GET /payments/transactions', { kind: 'list', filters: [] }],
  ['GET /surveys/{}/payments', { kind: 'one', asks: survey() }],
  ['GET /surveys/{}/budget', { kind: 'one', asks: survey() }],
  ['PUT /surveys/{}/budget', { kind: 'one', asks: survey({ body: { amount: '5', version: 99 } }) }],
  ['POST /payments/policy/changes/{}/confirm', { kind: 'one', asks: [(parts) => ({ params: { id: parts.change } })] }],
  ['POST /payments/policy/changes/{}/refuse', { kind: 'one', asks: [(parts) => ({ params: { id: parts.change } })] }],
  [
    'PUT /payments/locations/{}',
    {
      kind: 'one',
      asks: (['payment', 'response', 'survey'] as const).map((name): Ask => {
        return (parts) => ({ params: { surveyId: parts[name] }, body: { status: 'REJECTED' } })
      }),
    },
  ],
  [
    'PUT /payments/manual-payments/{}',
    { kind: 'one', asks: [() => ({ params: { id: 'MAN-0' }, body: { status: 'REJECTED' } })] },
  ],
  [
    'POST /payments/initiate-manual',
    {
      kind: 'one',
      asks: (['survey', 'response'] as const).map((name): Ask => {
        return (parts) => ({ body: { locationId: parts[name], phoneNumber: '+258841112223', amount: '1' } })
      }),
    },
  ],
  [
    'POST /payments/upload-excel',
    {
      kind: 'one',
      asks: [
        ({ survey: surveyId }) => ({
          query: { surveyId },
          file: { name: 'x.csv', bytes: Buffer.from('phone_number,amount\n+258841112223,1\n') },
        }),
      ],
    },
  ],
  ['POST /payments/bulk-initiate', { kind: 'bulk', asks: bulkPayments }],
  ['POST /payments/bulk-approve', { kind: 'bulk', asks: bulkPayments }],
  ['POST /payments/bulk-authorize', { kind: 'bulk', asks: bulkPayments }],
  ['POST /payments/bulk-reject', { kind: 'bulk', asks: bulkPayments }],
  ['POST /payments/bulk-retry', { kind: 'bulk', asks: bulkPayments }],
  ['POST /payments/bulk-withdraw', { kind: 'bulk', asks: bulkWith({ reasonText: 'x' }) }],
  ['POST /payments/bulk-reopen', { kind: 'bulk', asks: bulkWith({ reasonText: 'x' }) }],
  ...Object.entries({
    withdraw: {},
    reopen: { reasonText: 'x' },
    correct: { amount: '1.00' },
    retry: {},
    recall: {},
    resolve: { outcome: 'PAID', evidence: 'x' },
    reverse: { evidence: 'x' },
    'confirm-reverse': { outcome: 'RECOVERED', evidence: 'x' },
    receipt: { language: 'en' },
    'paid-outside': { provider: 'x', reference: 'x', amount: '1', day: '2026-01-01', evidence: 'x' },
    'owe-again': { evidence: 'x' },
  }).map(([way, body]): [string, ScopeDecision] => [
    `POST /payments/{}/${way}`,
    {
      kind: 'one',
      asks: [
        ({ payment }) => ({
          params: { id: payment },
          body,
          ...(way === 'paid-outside' && { file: { name: 'x.pdf', bytes: Buffer.from('%PDF-1.4') } }),
        }),
      ],
    },
  ]),
  ['GET /surveys/access/list', { kind: 'list', filters: bySurvey }],
  [
    'POST /surveys/access',
    {
      kind: 'one',
      missing: 422,
      asks: [(parts) => ({ body: { surveyId: parts.survey, ...toAdministrators } })],
    },
  ],
  ['DELETE /surveys/access/{}', { kind: 'one', asks: [(parts) => ({ params: { id: parts.grant } })] }],
  ['POST /surveys/access/delete', { kind: 'bulk', asks: [(parts) => ({ body: { ids: [parts.grant] } })] }],
]

/** By the name of the call (`callName`). */
export const scopeByHand: ReadonlyMap<string, ScopeDecision> = new Map([
  // Reference data: the standard calls of each are free.
  ...Object.keys(referenceByHand).flatMap((path) =>
    [
      `GET /${path}`,
      `GET /${path}/{}`,
      `POST /${path}`,
      `PUT /${path}/{}`,
      `DELETE /${path}/{}`,
      `POST /${path}/delete`,
      `POST /${path}/export`,
    ].map((call): [string, ScopeDecision] => [call, { kind: 'free' }]),
  ),
  ...`${free}, ${exported}`.split(',').map((call): [string, ScopeDecision] => [call.trim(), { kind: 'free' }]),
  ...bound,
])
