/** Where the search looks: lists that the user may read, each by its own search. */
import { payments } from '#contract/payments.ts'
import type { PaymentRow } from '#contract/payment-rows.ts'
import { people } from '#contract/people.ts'
import { responses } from '#contract/responses.ts'
import { sites } from '#contract/sites.ts'
import { surveys } from '#contract/surveys.ts'
import { payeeOf } from '#domain/money/payee.ts'
import type { PermissionName } from '#domain/people/permissions.ts'
import { ask } from '../api/query.ts'
import { groupedPhone } from '../i18n/grouped-phone.ts'
import { loadArea } from '../i18n/messages.ts'

export const sourceKeys = ['surveys', 'sites', 'participants', 'staff', 'responses', 'payments'] as const
export type SourceKey = (typeof sourceKeys)[number]

/** A record that was found, and the screen that shows it. */
export interface Hit {
  name: string
  /** What tells it from others of its name. */
  detail: string
  to: string
  /** A payment has its amount and status before the rest. */
  payment?: Pick<PaymentRow, 'amount' | 'currency' | 'status'>
}

export interface SearchHits {
  hits: Hit[]
  total: number
}

interface Source {
  needs: PermissionName
  /** The list that shows all that was found, and takes `q` last. */
  list: string
  find: (q: string, signal: AbortSignal) => Promise<SearchHits>
}

const pageSize = 5

function foundOf<Row>({ list, total }: { list: Row[]; total: number }, hit: (row: Row) => Hit): SearchHits {
  return { hits: list.map(hit), total }
}

const inDetail = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')

/** The words of their statuses come along. */
async function paymentsWithWords(q: string, signal: AbortSignal) {
  const [found] = await Promise.all([ask(payments.list, { query: { q, pageSize }, signal }), loadArea('payments')])
  return found
}

export const sources: Record<SourceKey, Source> = {
  surveys: {
    needs: 'surveys.read',
    list: '/survey?q=',
    find: async (q, signal) =>
      foundOf(await ask(surveys.list, { query: { q, pageSize }, signal }), ({ id, title, encodedId }) => ({
        name: title,
        detail: encodedId,
        to: `/survey/${id}`,
      })),
  },
  sites: {
    needs: 'sites.read',
    list: '/site?q=',
    find: async (q, signal) =>
      foundOf(await ask(sites.list, { query: { q, pageSize }, signal }), ({ id, title, code }) => ({
        name: title,
        detail: inDetail(code),
        to: `/site/${id}`,
      })),
  },
  participants: {
    needs: 'users.read',
    list: '/user?q=',
    find: async (q, signal) =>
      foundOf(await ask(people.participants, { query: { q, pageSize }, signal }), ({ id, name, phone }) => ({
        name,
        detail: inDetail(phone && groupedPhone(phone)),
        to: `/user/${id}`,
      })),
  },
  staff: {
    needs: 'admins.read',
    list: '/admin?q=',
    find: async (q, signal) =>
      foundOf(await ask(people.admins, { query: { q, pageSize }, signal }), ({ id, name, username }) => ({
        name,
        detail: username,
        to: `/admin/${id}`,
      })),
  },
  responses: {
    needs: 'responses.read',
    list: '/response?q=',
    find: async (q, signal) =>
      foundOf(
        await ask(responses.list, { query: { q, pageSize }, signal }),
        ({ id, formKey, participant, phone, surveyTitle }) => ({
          name: participant?.name ?? formKey,
          detail: inDetail(participant ? formKey : undefined, phone && groupedPhone(phone), surveyTitle),
          to: `/response?open=${id}`,
        }),
      ),
  },
  payments: {
    needs: 'payments.read',
    list: '/payments?view=all&q=',
    find: async (q, signal) =>
      foundOf(await paymentsWithWords(q, signal), ({ id, phone, surveyTitle, ...payment }) => {
        const name = payeeOf(payment)
        return {
          name: name ?? (phone ? groupedPhone(phone) : String(id)),
          detail: inDetail(name && phone && groupedPhone(phone), surveyTitle),
          to: `/payments?view=all&open=${id}`,
          payment,
        }
      }),
  },
}
