/** Saves the entries on the server shortly after each change, so another browser can continue. */
import { isCancelledError } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type Draft, drafts } from '#contract/drafts.ts'
import type { EntryForm } from '#contract/entry.ts'
import { ApiError } from '../../../api/api-error.ts'
import { ask } from '../../../api/query.ts'
import type { EntryWork } from './entry-work.ts'

/** OTHER: another browser has changed it meanwhile. SENT: it is a response by now. */
export type DraftState = 'NONE' | 'SAVING' | 'SAVED' | 'FAILED' | 'OTHER' | 'SENT'

interface SavedDraft {
  state: DraftState
  /** When it was saved. */
  at: string | undefined
  /** As it was saved. */
  work: EntryWork | undefined
}

const pauseMs = 1500
const againMs = 10_000

const codes: Readonly<Record<string, DraftState>> = { STALE: 'OTHER', FORM_EXISTS: 'SENT' }

interface Keeping {
  form: EntryForm
  work: EntryWork
  /** Whether there is something to keep; false, too, while it is sent. */
  isOpen: boolean
  /** As it was when the entry was opened. */
  draft: Draft | null
}

export function useDraft({ form, work, isOpen, draft }: Keeping) {
  const { surveyId, surveyVersion } = form
  const version = useRef(draft?.version ?? 0)
  const isOnItsWay = useRef(false)
  const [kept, setKept] = useState<SavedDraft>(() => ({
    state: draft ? 'SAVED' : 'NONE',
    at: draft?.updatedAt,
    work: draft ? work : undefined,
  }))
  const { state } = kept
  const isEnded = state === 'OTHER' || state === 'SENT'
  const isDue = isOpen && !isEnded && kept.work !== work && state !== 'SAVING'

  async function save(): Promise<void> {
    if (isOnItsWay.current) return
    isOnItsWay.current = true
    setKept((before) => ({ ...before, state: 'SAVING' }))
    try {
      const { begunWith: _, ...entered } = work
      const body = { ...entered, surveyVersion, version: version.current }
      const { data } = await ask(drafts.save, { params: { surveyId }, body })
      version.current = data.version
      setKept({ state: 'SAVED', at: data.updatedAt, work })
    } catch (thrown) {
      if (isCancelledError(thrown)) return
      const code = thrown instanceof ApiError ? thrown.code : ''
      if (code === 'STALE') version.current = ((thrown as ApiError).data as Draft | null)?.version ?? 0
      setKept((before) => ({ ...before, state: codes[code] ?? 'FAILED' }))
    } finally {
      isOnItsWay.current = false
    }
  }

  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => {
    if (!isDue) return undefined
    const timer = setTimeout(() => void latest.current(), state === 'FAILED' ? againMs : pauseMs)
    return () => clearTimeout(timer)
  }, [isDue, state])

  return {
    state,
    at: kept.at,
    /** Whether the server has all of it. */
    isKept: kept.work === work,
    /** In place of what another browser made of it. */
    keepThis: () => void save(),
  }
}
