import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import './load-problem.css'

interface LoadProblemProps {
  error: unknown
  onRetry: () => void
  /** What could not be loaded, when it is no list. */
  title?: MessageId
}

/** In place of what could not be loaded: the reason. Never looks like "no data". */
export function LoadProblem({ error, onRetry, title = 'list.failed' }: LoadProblemProps) {
  const t = useText()
  const basic = useBasicText()
  const forbidden = error instanceof ApiError && error.status === 403
  return (
    <div className="load-problem" role="alert">
      <h2>{forbidden ? t('list.forbidden') : t(title)}</h2>
      <p>{errorText(error, basic)}</p>
      {!forbidden && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  )
}
