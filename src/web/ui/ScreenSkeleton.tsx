import { useText } from '../i18n/text.ts'

/** What stands where a screen will be, while it loads. */
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
