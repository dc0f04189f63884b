import { Button } from 'antd'
import { ApiError } from '../api/api-error.ts'
import { errorText } from '../api/error-text.ts'
import { useBasicText } from '../i18n/basic.ts'
import { useText } from '../i18n/text.ts'

/** In place of the rows: why there are none. Never looks like "no data". */
export function ListProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText()
  const basic = useBasicText()
  const forbidden = error instanceof ApiError && error.status === 403
  return (
    <div className="list-problem" role="alert">
      <h2>{forbidden ? t('list.forbidden') : t('list.failed')}</h2>
      <p>{errorText(error, basic)}</p>
      {!forbidden && <Button onClick={onRetry}>{t('action.retry')}</Button>}
    </div>
  )
}
