/** Lets the items of a list be dragged onto each other's places; each names itself by `data-key`. */
import { type RefObject, useEffect, useRef } from 'react'

export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (key: string, onto: string) => void): void {
  const move = useRef(onMove)
  useEffect(() => {
    move.current = onMove
  })
  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    let dragged: HTMLElement | undefined

    const start = (event: DragEvent) => {
      dragged = itemOf(event)
      if (dragged) dragged.dataset['dragged'] = 'true'
    }
    const over = (event: DragEvent) => {
      // Only then may it be dropped here.
      if (dragged && itemOf(event)?.draggable) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      event.preventDefault()
      const [key, onto] = [dragged?.dataset['key'], itemOf(event)?.dataset['key']]
      if (key !== undefined && onto !== undefined && key !== onto) move.current(key, onto)
    }
    const end = () => {
      delete dragged?.dataset['dragged']
      dragged = undefined
    }
    const listening = new AbortController()
    const { signal } = listening
    element.addEventListener('dragstart', start, { signal })
    element.addEventListener('dragover', over, { signal })
    element.addEventListener('drop', drop, { signal })
    element.addEventListener('dragend', end, { signal })
    return () => listening.abort()
  }, [list])
}

function itemOf({ target }: DragEvent): HTMLElement | undefined {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-key]') ?? undefined) : undefined
}
