import type { ClipboardEvent } from 'react'
import { useForm } from '../../form/form-context.ts'
import { pastedPoint } from './point.ts'

/** For the two numbers of a point: a whole one that is pasted into either, as maps write it, goes into both. */
export function usePastedPoint(): (event: ClipboardEvent) => void {
  const { set, readOnly } = useForm()
  return (event) => {
    const point = pastedPoint(event.clipboardData.getData('text'))
    if (!point || readOnly) return
    event.preventDefault()
    set('latitude', point.latitude)
    set('longitude', point.longitude)
  }
}
