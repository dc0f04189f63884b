import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'

interface ListProblemProps {
  error: unknown
  onRetry: () => void
  /** What could not be loaded, when it is no list. */
  title?: MessageId
}

/** In place of the rows: why there are none. Never looks like "no data". */
export function ListProblem({ error, onRetry, title = 'list.failed' }: ListProblemProps) {
  const t = useText()
  const basic = useBasicText()
  const forbidden = error instanceof ApiError && error.status === 403
  return (
    <div className="list-problem" role="alert">
      <h2>{forbidden ? t('list.forbidden') : t(title)}</h2>
      <p>{errorText(error, basic)}</p>
      {!forbidden && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  )
}
