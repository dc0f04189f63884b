import { LoadingOutlined } from '@ant-design/icons'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'

/** While an answer is out: what is known, what is not, and that nothing happens twice. */
export function Checking({ phase, onAskNow }: { phase: 'sending' | 'checking'; onAskNow: () => void }) {
  const t = useText()
  return (
    <output className={`checking note ${phase === 'checking' ? 'tone-warning' : 'tone-info'}`}>
      <LoadingOutlined />
      <span>
        <strong>{t(`payments.${phase}.title`)}</strong> {t(`payments.${phase}.text`)}
      </span>
      {phase === 'checking' && <Button onClick={onAskNow}>{t('payments.askNow')}</Button>}
    </output>
  )
}
