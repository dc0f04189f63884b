/** One correction of a response: sending it, and what the server wants to know first. */
import { useState } from 'react'
import { type Edit, type IrrelevantAnswers, responseEdits } from '#contract/response-edits.ts'
import { responseTimeline } from '#contract/response-timeline.ts'
import { responses, type ResponseDetail } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { answersRefused } from '../../questionnaire/refused.ts'

export type Irrelevant = IrrelevantAnswers['irrelevant']

export function useEdit({ id, version, sections }: ResponseDetail) {
  const [error, setError] = useState<unknown>()
  const edit = useSend(responseEdits.update, {
    refreshes: [responses.list, responses.get, responseEdits.changes, responseTimeline, surveys.list],
  })
  const isStale = codeOf(error) === 'STALE'
  const irrelevant = irrelevantIn(error)

  /** True when it was stored. What is irrelevant is cleared once the user has seen it. */
  async function send(body: Partial<Edit>): Promise<boolean> {
    setError(undefined)
    try {
      await edit.mutateAsync({ params: { id }, body: { ...body, version, ...(irrelevant ? { confirm: true } : {}) } })
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    }
  }

  return {
    send,
    /** Another entry may make other answers irrelevant. */
    forget: () => setError(undefined),
    irrelevant,
    isStale,
    problems: error instanceof ApiError ? answersRefused({ sections }, error.errors) : [],
    error: irrelevant || isStale ? undefined : error,
    isSending: edit.isPending,
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.code : undefined
}

function irrelevantIn(error: unknown): Irrelevant | undefined {
  if (!(error instanceof ApiError) || error.code !== 'ANSWERS_IRRELEVANT') return undefined
  return (error.data as IrrelevantAnswers).irrelevant
}
