/** The actions of the trail by area, as `<area>.<name>`. Words: `logs.area.<area>`, `logs.action.<action>`. */
import { referenceData } from '#contract/reference-data.ts'
import { runActions, runStepNames } from '#domain/money/payment-run.ts'
import { paymentActionNames } from '#domain/money/payment-ways.ts'
import { surveyMoves } from '#domain/surveys/survey-life.ts'

/** What a second person decides. */
const asked = (what: string) => ['ask', 'confirm', 'refuse'].map((act) => act + what)

const crud = ['create', 'update', 'delete'] as const
/** Of the records of a list, which may be exported too. */
const records = [...crud, 'export'] as const

export const deedsByArea: Readonly<Record<string, readonly string[]>> = {
  auth: [
    'login',
    'firstStep',
    'signout',
    'refused',
    'reauthenticate',
    'changePassword',
    'factorAdded',
    'factorRemoved',
    'recoveryCodes',
    'endSessions',
  ],
  people: [
    ...crud,
    'refused',
    'resetPassword',
    'password',
    'locale',
    'mark',
    'import',
    'tokenMade',
    'tokenRevoked',
    'invite',
    'mail',
    'mailFailed',
  ],
  users: ['refused', 'export'],
  admins: ['refused', 'export'],
  roles: [...crud, 'refused'],
  permissions: ['create', 'delete', 'refused'],
  grants: ['confirm', 'withdraw', 'askReset', 'confirmReset'],
  payments: [
    'owe',
    ...paymentActionNames,
    'cancel',
    'end',
    ...runStepNames.map((step) => `${step}Many`),
    'setStatus',
    'paidLate',
    'way',
    'enter',
    'upload',
    'setPolicy',
    ...asked('Limits'),
    ...asked('Funding'),
    'importStatement',
    'askFile',
    'releaseFile',
    'refuseFile',
    'askFileBack',
    'takeFileBack',
    'takeResult',
    'askPaidBefore',
    'decidePaidBefore',
    'giveDesk',
    'closeDesk',
    'closeDay',
    'proof',
    'receipt',
    'stop',
    'confirmStop',
    'addProvider',
    'changeProvider',
    'setCredentials',
    'testProvider',
    'goOn',
    'select',
    'try',
    'nameRun',
    'drawSample',
    ...runActions.map((action) => `${action}Run`),
    'refused',
    'export',
  ],
  surveys: [
    ...records,
    'import',
    'duplicate',
    'addContent',
    'translate',
    'removeLanguage',
    ...surveyMoves.map((move) => move.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase())),
    'revise',
    'geofence',
    'addFile',
    'removeFile',
    'flagRules',
    'link',
    'tokenMade',
    'tokenRevoked',
    'participantLinks',
    'reportMade',
    'reportChanged',
    'reportDeleted',
    'participants',
    'budget',
    'askBudget',
    'refused',
  ],
  transactions: ['export'],
  desk: ['export'],
  tasks: ['create', 'update', 'export'],
  erasures: ['ask', 'decide', 'erase', 'done'],
  surveyAccess: [...crud, 'export'],
  sections: [...records, 'reorder', 'restore'],
  questions: [...records, 'duplicate', 'reorder', 'restore'],
  answers: [...records, 'reorder', 'restore', 'upload'],
  skips: [...records, 'restore'],
  responses: [
    'create',
    'draft',
    'discardDraft',
    'attach',
    'review',
    'undo',
    'dismissFlag',
    'restoreFlag',
    'edit',
    'delete',
    'export',
    'download',
    'feed',
  ],
  forms: ['upload', 'problems'],
  brand: ['update'],
  companies: records,
  ...Object.fromEntries(referenceData.map(({ path }) => [path, records])),
  'administrative-units': [...records, 'import'],
  sites: [...records, 'import'],
  files: ['ticket'],
  jobs: ['start', 'cancel', 'retry', 'end', 'schedule', 'unschedule'],
  logs: ['export'],
  lists: ['look', 'keys'],
  counters: ['alarm'],
  views: crud,
  webhooks: [...crud, 'rotate', 'test', 'replay', 'pause'],
  demo: ['begin', 'load', 'clear'],
}

/** The record itself, where it has a page: its path and the permission that opens it. */
export function recordOf(subjectType: string, id: string) {
  const reference = referenceData.find(({ subject }) => subject === subjectType)
  if (reference) return { path: `/${reference.screen}/${id}`, needs: reference.read }
  switch (subjectType) {
    case 'company':
      return { path: `/companies/${id}`, needs: 'companies.read' } as const
    case 'brand':
      return { path: '/organisation', needs: 'settings.write' } as const
    case 'webhook':
      return { path: `/webhooks?webhookId=${id}`, needs: 'settings.write' } as const
    case 'site':
      return { path: `/site/${id}`, needs: 'sites.read' } as const
    case 'survey':
      return { path: `/survey/${id}`, needs: 'surveys.read' } as const
    case 'payable':
      return { path: `/payments?view=all&open=${id}`, needs: 'payments.read' } as const
    case 'funding':
      return { path: `/payments?view=floats&open=${id}`, needs: 'payments.read' } as const
    case 'statement':
      return { path: `/payments?view=statements&open=${id}`, needs: 'payments.read' } as const
    case 'payment_file':
      return { path: `/payments?view=files&open=${id}`, needs: 'payments.read' } as const
    case 'desk_act':
      return { path: '/payments?view=desk', needs: 'payments.read' } as const
    case 'paid_before_list':
      return { path: '/payments?view=before', needs: 'payments.read' } as const
    case 'erasure':
      return { path: '/user?view=erasures', needs: 'users.delete' } as const
    case 'payment_stop':
      return { path: '/payments', needs: 'payments.read' } as const
    case 'provider':
      return { path: `/payments?view=providers&open=${id}`, needs: 'payments.read' } as const
    case 'payment_policy':
      return { path: `/payments?view=policy`, needs: 'payments.read' } as const
    case 'form':
      return { path: `/response?open=${id}`, needs: 'responses.read' } as const
    default:
      return undefined
  }
}
