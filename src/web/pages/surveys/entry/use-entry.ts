/** One response being entered: what was typed, how it is sent, and what the server said against it. */
import { isCancelledError } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { type Draft, drafts } from '#contract/drafts.ts'
import { entry, type EntryForm } from '#contract/entry.ts'
import { responses, type ResponseRow } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { fill } from '#domain/answers/filling.ts'
import { begun } from '#domain/answers/initial.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import { useSend } from '../../../api/query.ts'
import { takeKept, useKeptWork } from '../../../form/kept-work.ts'
import { useText } from '../../../i18n/text.ts'
import { clockAt, type FormAnswers } from '../../../questionnaire/given.ts'
import { toast } from '../../../ui/toasts.ts'
import { answersRefused, stillRefused } from '../../../questionnaire/refused.ts'
import { blankWork, bodyOf, type EntryWork, isBegun, workOf } from './entry-work.ts'
import { useDraft } from './use-draft.ts'

interface Refused {
  error: ApiError
  sent: EntryWork
}

/** The fields of an entry by the paths of their problems. */
const fieldPaths = {
  participantPhone: 'participantPhone',
  participantName: 'participantName',
  submittedAt: 'day',
  latitude: 'latitude',
  longitude: 'longitude',
} as const

interface Entering {
  form: EntryForm
  content: SurveyContent
  /** With what it begins, if anything is kept. */
  draft: Draft | null
  onStored: (row: ResponseRow) => void
}

export function useEntry({ form, content, draft, onStored }: Entering) {
  const t = useText()
  const keptAs = `entry:${form.surveyId}`
  // Another day begins with another form.
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const [work, setWork] = useState(
    () =>
      (takeKept(keptAs) as EntryWork | undefined) ??
      workOf(draft) ??
      blankWork(newKey(), today, new Date().toISOString(), begun(content, clockAt(today))),
  )
  const [refused, setRefused] = useState<Refused>()
  const send = useSend(entry.send, { refreshes: [entry.form, responses.list, surveys.get, drafts.list, drafts.get] })
  const isDirty = isBegun(work)
  const kept = useDraft({
    form,
    work,
    isOpen: (isDirty || draft !== null) && !send.isPending && !send.isSuccess,
    draft,
  })
  useKeptWork(keptAs, isDirty && !kept.isKept ? work : undefined)
  const change = useCallback((changes: Partial<EntryWork>) => setWork((before) => ({ ...before, ...changes })), [])
  const answer = useCallback(
    (of: (answers: FormAnswers) => FormAnswers) => setWork((before) => ({ ...before, answers: of(before.answers) })),
    [],
  )
  /** The present day of its conditions. */
  const day = work.day === '' ? today : work.day

  async function submit(): Promise<void> {
    if (send.isPending) return
    setRefused(undefined)
    const { answers } = fill(content, work.answers, clockAt(day))
    const { surveyId, surveyVersion } = form
    try {
      const about = { surveyId, surveyVersion, today, finishedAt: new Date().toISOString(), answers }
      const { data } = await send.mutateAsync({ body: bodyOf(work, about) })
      toast(t('entry.stored'))
      onStored(data)
    } catch (thrown) {
      // Cut off by the end of the session: the work is kept for the same person.
      if (isCancelledError(thrown)) return
      if (!(thrown instanceof ApiError)) throw thrown
      setRefused({ error: thrown, sent: work })
    }
  }

  const errors = refused?.error.errors ?? []
  const paths = Object.entries(fieldPaths)
  return {
    work,
    day,
    today,
    /** Whether something would be lost by leaving. */
    isLoose: isDirty && !kept.isKept && !send.isSuccess,
    kept,
    isSending: send.isPending,
    error: refused?.error,
    ofFields: errors.filter(({ path }) =>
      paths.some(([of, name]) => of === path && refused?.sent[name] === work[name]),
    ),
    ofAnswers: refused ? stillRefused(answersRefused(content, errors), refused.sent.answers, work.answers) : [],
    change,
    answer,
    submit,
  }
}
