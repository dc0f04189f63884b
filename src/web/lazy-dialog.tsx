/** Like `lazyComponent`, for what opens by a press: that it is coming is said at once, as nothing else would show it. */
import { type ComponentType, type FunctionComponent, Suspense } from 'react'
import { lazyComponent } from './lazy-component.ts'
import { Coming } from './ui/Coming.tsx'

export function lazyDialog<Props extends object>(load: () => Promise<ComponentType<Props>>): FunctionComponent<Props> {
  const Dialog = lazyComponent(load)
  return function Announced(props) {
    return (
      <Suspense fallback={<Coming />}>
        <Dialog {...props} />
      </Suspense>
    )
  }
}
