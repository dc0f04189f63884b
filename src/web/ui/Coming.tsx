/** Says that a dialog is on its way, where nothing else would show that the press was heard. */
import { useText } from '../i18n/text.ts'
import './toasts.css'

export function Coming() {
  const t = useText()
  return (
    <output className="toasts">
      <p>{t('form.loading')}</p>
    </output>
  )
}
