import { useText } from '../i18n/text.ts'

/** The placeholder of a screen while it loads. */
export function ScreenSkeleton() {
  const t = useText()
  return (
    <div className="screen-bones" aria-busy="true">
      <output className="visually-hidden">{t('form.loading')}</output>
      <span className="skeleton" />
      <span className="skeleton" />
      <span className="skeleton" />
    </div>
  )
}
