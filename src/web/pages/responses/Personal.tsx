import { LockOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'

/** In the place of an answer that this person may not see; what it needs is said when one looks at it. */
export function Personal() {
  const t = useText()
  return (
    <span className="blank" title={t('responses.hidden')}>
      <LockOutlined /> {t('responses.personal')}
    </span>
  )
}
