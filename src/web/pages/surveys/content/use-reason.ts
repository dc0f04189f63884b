import { ApiError } from '../../../api/api-error.ts'
import { errorText } from '../../../api/error-text.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { TextConflict } from './edits.ts'

/** Why a change was not saved: the problem of its one field says more than the refusal of the call. */
export function useReason(): (error: unknown) => string {
  const t = useText()
  const basic = useBasicText()
  const problemText = useProblemText()
  return (error) => {
    if (error instanceof TextConflict) return t('surveys.textConflict', { text: error.theirs })
    const [problem] = error instanceof ApiError ? error.errors : []
    return problem ? problemText(problem) : errorText(error, basic)
  }
}
