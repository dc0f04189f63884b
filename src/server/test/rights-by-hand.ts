/**
 * Product.md §2, written out by hand, so that a test compares the rights with something else than themselves. `r` is
 * read, `w` write, `d` delete, other verbs have their names; `reference` means each area of reference data. A right
 * missing here is held by no role.
 */
import { referenceByHand } from './reference-by-hand.ts'

const byHand: Record<string, Record<string, string>> = {
  ADMINISTRATOR: {
    reference: 'r w d',
    charts: 'r',
    surveys: 'r w d publish access all',
    responses: 'r edit review export enter personal',
    tasks: 'r w',
    payments: 'r reject viewPhone',
    users: 'r w d export',
    admins: 'r w d',
    roles: 'r w d grantPayments',
    logs: 'r',
    console: 'use',
    settings: 'write',
  },
  SURVEY_MANAGER: {
    reference: 'r w d',
    charts: 'r',
    surveys: 'r w d publish access',
    responses: 'r edit review export enter personal',
    tasks: 'r w',
    users: 'r w d export',
  },
  REVIEWER: {
    reference: 'r',
    charts: 'r',
    surveys: 'r',
    responses: 'r edit review',
    tasks: 'r w',
    users: 'r',
  },
  PAYMENT_INITIATOR: {
    reference: 'r',
    charts: 'r',
    surveys: 'r all',
    responses: 'r',
    tasks: 'r',
    payments: 'r initiate reject viewPhone',
    users: 'r',
  },
  PAYMENT_APPROVER: {
    reference: 'r',
    charts: 'r',
    surveys: 'r all',
    responses: 'r',
    tasks: 'r',
    payments: 'r approve reject viewPhone fund',
    users: 'r',
  },
  PAYMENT_AUTHORIZER: {
    reference: 'r',
    charts: 'r',
    surveys: 'r all',
    responses: 'r',
    tasks: 'r',
    payments: 'r authorize reject viewPhone fund',
    users: 'r',
  },
  AUDITOR: {
    reference: 'r',
    charts: 'r',
    surveys: 'r all',
    responses: 'r export',
    tasks: 'r',
    payments: 'r',
    users: 'r export',
    admins: 'r',
    roles: 'r',
    logs: 'r',
  },
  PARTICIPANT: { surveys: 'r' },
}

const words: Record<string, string> = { r: 'read', w: 'write', d: 'delete' }

/** Names of permissions by role. */
export const rightsByHand: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(byHand).map(([role, areas]) => {
    const names = Object.entries(areas).flatMap(([area, list]) => {
      const named = area === 'reference' ? Object.values(referenceByHand) : [area]
      return named.flatMap((name) => list.split(' ').map((verb) => `${name}.${words[verb] ?? verb}`))
    })
    return [role, new Set(names)]
  }),
)
