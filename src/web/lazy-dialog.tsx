/** Like `lazyComponent`, for what opens by a press: that it is coming is said at once, as nothing else would show it. */
import { type ComponentType, type FunctionComponent, Suspense } from 'react'
import type { Area } from './i18n/areas.ts'
import { lazyComponent } from './lazy-component.ts'
import { useText } from './i18n/text.ts'
import './ui/toasts.css'

export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...areas: readonly Area[]
): FunctionComponent<Props> {
  const Dialog = lazyComponent(load, ...areas)
  return function Announced(props) {
    return (
      <Suspense fallback={<Coming />}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}

/** Says that a dialog is on its way, where nothing else would show that the press was heard. */
function Coming() {
  const t = useText()
  return (
    <output className="toasts">
      <p>{t('form.loading')}</p>
    </output>
  )
}
