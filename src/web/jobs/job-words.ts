/** What a job is called, and where what it was about can be seen. */
import type { Job } from '#contract/jobs.ts'
import { isPaymentRun } from '#domain/jobs.ts'
import { useSession } from '../api/session.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { screenOf } from '../api/record-path.ts'
import { jobPath } from './job-path.ts'

/** `Export: Sites`; a kind or a list without words of ours still has its number or goes without. */
export function useJobTitle(): (job: Pick<Job, 'id' | 'kind' | 'subject'>) => string {
  const t = useText()
  const textOr = useTextOr()
  return ({ id, kind, subject }) => {
    const words = textOr(`jobs.kind.${kind}`, t('jobs.unknownKind', { id }))
    const list = subject === null || isPaymentRun({ kind }) ? '' : textOr(`${subject}.title`, '')
    return list === '' ? words : t('jobs.kindOf', { kind: words, subject: list })
  }
}

/** `61,500 of 98,000`. */
export function useJobCount(): (job: Pick<Job, 'state' | 'done' | 'total'>) => string {
  const t = useText()
  return ({ state, done, total }) => {
    if (state === 'WAITING' && done === 0) return t('jobs.waits')
    if (total !== null) return t('jobs.doneOf', { done, total })
    if (done > 0) return t('jobs.doneSoFar', { done })
    return state === 'RUNNING' ? t('jobs.counting') : ''
  }
}

/** The list that the job was about, for a run of payments its own page; undefined where there is none that one may visit. */
export function useJobList(): (job: Pick<Job, 'id' | 'kind' | 'subject'>) => string | undefined {
  const { routes } = useSession()
  return ({ id, kind, subject }) => {
    if (subject === null) return undefined
    const path = screenOf(subject)
    if (!routes.some(({ route }) => route === path)) return undefined
    return isPaymentRun({ kind }) ? jobPath({ id, kind }) : path
  }
}
