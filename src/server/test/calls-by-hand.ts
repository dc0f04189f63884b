/**
 * The callers of each call, written out by hand from the seed and product.md §2. So a slip in the contract does not
 * excuse itself. A new endpoint is added here too.
 */
import { referenceByHand } from './reference-by-hand.ts'

/** Of every kind of record that has a history. */
const historyReaders = [
  'admins.read',
  'payments.read',
  'responses.read',
  'roles.read',
  'surveys.read',
  'users.read',
  ...Object.values(referenceByHand).map((area) => `${area}.read`),
]

const single: Record<string, string> = {
  public:
    'POST /auth/login, POST /auth/sign-on, POST /auth/passkey, POST /auth/passkey/challenge, GET /files/t/{}, GET /links/{}, GET /links/{}/files/{}, POST /links/{}/files, POST /links/{}/responses',
  session: `GET /auth/user, GET /brand, POST /auth/signout, POST /auth/validate-token, POST /auth/reauthenticate, GET /weather/now.json,
    GET /account/second-factor, DELETE /account/second-factor/{}, POST /account/authenticator, PUT /account/authenticator, POST /account/recovery-codes, POST /account/passkeys,
    GET /dashboard, GET /account/bell, GET /account/mail, PUT /account/mail, PUT /account/marks/{},
    POST /auth/change-password, GET /auth/sessions, DELETE /auth/sessions, GET /auth/app-tokens, POST /auth/app-tokens, DELETE /auth/app-tokens/{}, PUT /auth/locale, GET /routes,
    GET /account/lists, PUT /account/lists/{}, PUT /account/keys, GET /views, POST /views, PUT /views/{}, DELETE /views/{},
    POST /files/{}/ticket, GET /schedules, POST /schedules, PUT /schedules/{}, DELETE /schedules/{}, GET /jobs, GET /jobs/{}, POST /jobs/{}/cancel, POST /jobs/{}/retry,
    GET /jobs/{}/failures, GET /jobs/{}/failures/file, POST /jobs/{}/failures/retry,
    GET /administrative-units/by-level/{}, GET /administrative-units/by-parent/{}, GET /administrative-units/find, GET /administrative-units/borders`,
  'users.read': 'GET /users/participants',
  'users.write': 'POST /users/participants/import',
  'users.export': 'POST /users/participants/export',
  'users.delete': 'GET /erasures, GET /erasures/report, POST /erasures, POST /erasures/{}/decide',
  'admins.read': 'GET /users/programs, GET /users/admins, POST /users/admins/export',
  'users.read or admins.read': 'GET /users/{}, GET /users/search',
  'users.write or admins.write': 'POST /auth/create, PUT /users/update/{}',
  'users.delete or admins.delete': 'POST /users/delete',
  'admins.write': 'POST /users/programs, POST /auth/ResetUserPassword/{}, POST /auth/invitations/{}',
  'settings.write':
    'PUT /brand, GET /webhooks, POST /webhooks, PUT /webhooks/{}, DELETE /webhooks/{}, POST /webhooks/{}/secret, POST /webhooks/{}/test, GET /webhooks/deliveries, POST /webhooks/deliveries/replay, POST /payment-providers, PUT /payment-providers/{}, POST /payment-providers/{}/credentials, POST /payment-providers/{}/test',
  'admins.delete': 'DELETE /delete/admins/{}, POST /admins/delete',
  'roles.read': 'GET /users/roles, GET /users/permissions, GET /users/list-permissions, GET /users/grants',
  'roles.write': 'POST /users/createRole, PUT /users/editRolePermission/{}, POST /users/createPermission',
  'roles.delete': `DELETE /users/roles/{}, POST /users/roles/delete, DELETE /users/permissions/{},
    POST /users/permissions/delete`,
  'roles.grantPayments':
    'PUT /payments/policy, POST /users/{}/second-factor/reset, POST /users/grants/{}/confirm, DELETE /users/grants/{}',
  'logs.read': 'GET /logs, POST /logs/export, GET /logs/verify',
  [historyReaders.sort().join(' or ')]: 'GET /history/{}/{}',
  'units.read': 'GET /administrative-units/export, GET /administrative-units/counts/{}',
  'units.write':
    'POST /administrative-units/import, POST /administrative-units/borders, GET /administrative-units/template',
  'sites.read': 'GET /sites/map',
  'texts.read': 'GET /texts/{}/versions',
  'sites.write': 'GET /sites/template, POST /sites/import',
  'surveys.read': `GET /questions/section/{}, GET /answers/question/{}/download, GET /surveys/search,
    GET /surveys/{}/progress, GET /surveys/{}/versions, GET /surveys/{}/versions/changes,
    GET /surveys/{}/translations/{}, GET /surveys/{}/xlsform, GET /surveys/{}/xform`,
  'surveys.write': `POST /surveys/{}/reports, PUT /surveys/{}/reports/{}, DELETE /surveys/{}/reports/{}, PUT /surveys/{}/budget, POST /surveys/import, POST /surveys/{}/content, POST /surveys/{}/translations/{}, DELETE /surveys/{}/translations/{}, POST /surveys/{}/duplicate, GET /surveys/participant/{}, PUT /surveys/participant/{},
    GET /surveys/{}/link, PUT /surveys/{}/link,
    PUT /surveys/{}/allow-multiple-responses, PUT /geolocations/{}, PUT /geolocations/distance/{}, PUT /surveys/{}/flags,
    POST /questions/{}/duplicate, POST /questions/section/{}/reorder, POST /sections/survey/{}/reorder,
    POST /answers/question/{}/reorder, POST /answers/question/{}/upload,
    POST /answers/question/{}, POST /surveys/{}/restore,
    POST /surveys/{}/files, POST /surveys/{}/files/lists, DELETE /surveys/{}/files/{}`,
  'surveys.publish': `POST /surveys/{}/publish, PUT /surveys/pilot/{}, PUT /surveys/{}/status,
    POST /surveys/{}/versions/revise`,
  'surveys.access': `GET /surveys/access/list, GET /surveys/access/subjects, GET /surveys/access/reach,
    POST /surveys/access/export, POST /surveys/access,
    DELETE /surveys/access/{}, POST /surveys/access/delete,
    GET /surveys/{}/tokens, POST /surveys/{}/tokens, DELETE /surveys/{}/tokens/{},
    POST /surveys/{}/participant-links`,
  'responses.read': `GET /responses, GET /responses/{}, GET /responses/{}/changes, GET /responses/{}/timeline, GET /surveys/{}/flags, GET /surveys/{}/insight, GET /surveys/{}/insight/cross, GET /surveys/{}/reports,
    POST /responses/export, GET /responses/questions/{}, GET /responses/issues/{}`,
  'responses.edit': `PUT /responses/{}, PUT /forms/answers/{}, PUT /forms/{}/answers, PUT /forms/{},
    DELETE /responses/{}, POST /responses/delete`,
  'responses.review': `PUT /locations/{}, POST /locations/{}/undo, POST /responses/review, POST /responses/{}/flags/dismiss,
    POST /responses/{}/flags/restore`,
  'responses.enter': `GET /forms/{}/template, POST /forms/{}/excel, POST /forms/{}/excel/problems,
    GET /forms/{}/questionnaire, POST /responses,
    GET /forms/open, GET /forms/returned, GET /forms/returned/{}, PUT /forms/returned/{},
    GET /forms/drafts, GET /forms/{}/draft, POST /forms/{}/draft, DELETE /forms/{}/draft`,
  'surveys.read or responses.enter or responses.read': 'GET /surveys/{}/files/{}',
  'responses.enter or responses.edit': 'POST /forms/{}/files',
  'responses.export': 'GET /excels/download, POST /excels/download',
  'tasks.read': 'GET /tasks, POST /tasks/export',
  'tasks.write': 'POST /tasks, PUT /tasks/{}, POST /tasks/assign',
  'payments.read': `GET /payments, GET /payments/{}, GET /payments/{}/events, POST /payments/{}/receipt, GET /payments/{}/evidence, GET /payments/transactions, GET /payments/balance, GET /payments/waiting,
    GET /payments/accounts, GET /payments/accounts/{}/statement, GET /payments/accounts/{}/days,
    GET /payments/statements, GET /payments/statements/{}, GET /payments/files, GET /payments/files/{}, GET /payments/paid-before, GET /payments/desk, POST /payments/desk/export, GET /payments/accounts/{}/days/{}, GET /payments/accounts/{}/statement/file, GET /payments/policy, GET /payments/runs, GET /payments/runs/{}, PUT /payments/runs/{}, POST /payments/runs/{}/{}, POST /payments/runs/{}/sample,
    GET /payments/months/{}, GET /payments/months/{}/file,
    GET /payments/runs/{}/file, POST /payments/selections, POST /payments/selections/file, GET /payments/selections/{},
    POST /payments/selections/{}/start, GET /payments/people, GET /payments/stops, GET /payments/uploads, GET /payments/uploads/{}, GET /payments/float, GET /payments/float/{},
    POST /payments/export, POST /payments/transactions/export, PUT /payments/locations/{}, PUT /payments/manual-payments/{}`,
  'payments.read or settings.write': 'GET /payment-providers, GET /payment-providers/{}',
  'roles.grantPayments or surveys.write':
    'POST /payments/policy/changes/{}/confirm, POST /payments/policy/changes/{}/refuse',
  'payments.read or surveys.write': 'GET /surveys/{}/payments, GET /surveys/{}/budget',
  'payments.initiate': `POST /payments/bulk-initiate, POST /payments/initiate-manual, POST /payments/upload-excel,
    GET /payments/upload-excel/template, POST /payments/{}/withdraw, POST /payments/{}/reopen,
    POST /payments/{}/correct, POST /payments/{}/retry, POST /payments/bulk-retry,
    POST /payments/bulk-withdraw, POST /payments/bulk-reopen`,
  'payments.approve or payments.authorize':
    'POST /payments/{}/resolve, POST /payments/{}/reverse, POST /payments/{}/owe-again, POST /payments/stops, POST /payments/stops/{}/confirm, POST /payments/stops/{}/tryout',
  'payments.approve or payments.authorize or payments.fund': 'POST /payments/desk/give, POST /payments/desk/close',
  'payments.approve': 'POST /payments/bulk-approve',
  'payments.authorize': `POST /payments/bulk-authorize, POST /payments/{}/recall, POST /payments/{}/paid-outside, POST /payments/{}/confirm-reverse,
    POST /payments/files, POST /payments/files/preview, POST /payments/files/{}/acts`,
  'payments.reject': 'POST /payments/bulk-reject',
  'payments.fund':
    'POST /payments/paid-before, POST /payments/paid-before/{}/decide, POST /payments/float, POST /payments/float/{}/confirm, POST /payments/float/{}/refuse, POST /payments/statements/sample, POST /payments/statements, POST /payments/files/{}/results, POST /payments/files/{}/results/sample, POST /payments/accounts/{}/days/{}/close',
}

/** Resources with the standard calls, and the permissions to read, write and delete them. */
const standard: Record<string, [read: string, write: string, remove: string]> = {
  ...Object.fromEntries(
    Object.entries(referenceByHand).map(([path, area]) => [path, [`${area}.read`, `${area}.write`, `${area}.delete`]]),
  ),
  surveys: ['surveys.read', 'surveys.write', 'surveys.delete'],
  // The parts of a survey go with writing the survey.
  sections: ['surveys.read', 'surveys.write', 'surveys.write'],
  questions: ['surveys.read', 'surveys.write', 'surveys.write'],
  answers: ['surveys.read', 'surveys.write', 'surveys.write'],
  skips: ['surveys.read', 'surveys.write', 'surveys.write'],
}

function standardCalls(path: string, [read, write, remove]: [string, string, string]): [string, string[]][] {
  return [
    [`GET /${path}`, [read]],
    [`GET /${path}/{}`, [read]],
    [`POST /${path}`, [write]],
    [`PUT /${path}/{}`, [write]],
    [`DELETE /${path}/{}`, [remove]],
    [`POST /${path}/delete`, [remove]],
    [`POST /${path}/export`, [read]],
  ]
}

function singleCalls(needs: string, calls: string): [string, string[]][] {
  return calls.split(',').map((call) => [call.trim(), needs.split(/ or\s+/)])
}

/** `GET /users/{}` → the permissions of which it takes one, or `public`, or `session`. */
export const callsByHand: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(single).flatMap(([needs, calls]) => singleCalls(needs, calls)),
  ...Object.entries(standard).flatMap(([path, needs]) => standardCalls(path, needs)),
])

/** A call as the table names it: parameters by their place only. */
export function callName({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replace(/\{\w+\}/g, '{}')}`
}
