/** The edge of a heading by which its column is pulled wider. The keyboard has the widths in the column chooser. */
import type { PointerEvent } from 'react'
import { useText } from '../i18n/text.ts'
import { toast } from '../ui/toasts.ts'
import { withWidth } from '../views/look.ts'
import { changeLook } from '../views/look-store.ts'
import type { ListView } from './list-view.ts'

export function WidthHandle({ view, name }: { view: ListView; name: string }) {
  const t = useText()
  const { keptAs, look } = view

  function pull(event: PointerEvent<HTMLSpanElement>) {
    const handle = event.currentTarget
    const heading = handle.closest('th')
    if (!heading || event.button !== 0) return
    event.preventDefault()
    const { width } = heading.getBoundingClientRect()
    const start = event.clientX
    const move = ({ clientX }: globalThis.PointerEvent) => {
      changeLook(keptAs, withWidth(look, name, width + clientX - start), () => toast(t('list.lookFailed')))
    }
    handle.setPointerCapture(event.pointerId)
    handle.addEventListener('pointermove', move)
    handle.addEventListener('lostpointercapture', () => handle.removeEventListener('pointermove', move), { once: true })
  }

  return <span className="table-edge" aria-hidden="true" onPointerDown={pull} />
}
