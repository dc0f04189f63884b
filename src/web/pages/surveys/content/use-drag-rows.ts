/**
 * Rows are dragged by their grips. One set of listeners serves all rows: they name themselves by `data-row`, and where
 * the row would be put is marked without drawing anything again.
 */
import { type DragEvent, useRef } from 'react'
import type { Kind, Part } from './survey-parts.ts'

interface Target {
  over: Part
  side: 'before' | 'after'
}

export function useDragRows(onDrop: (part: Part, target: Target) => void) {
  const dragged = useRef<Part>(undefined)
  const marked = useRef<HTMLElement>(undefined)

  function mark(row?: HTMLElement, side?: Target['side']) {
    delete marked.current?.dataset['drop']
    marked.current = row
    if (row && side) row.dataset['drop'] = side
  }

  function targetOf(event: DragEvent): { row: HTMLElement; target: Target } | undefined {
    const part = dragged.current
    if (!part) return undefined
    const kinds: Kind[] = part.kind === 'question' ? ['question', 'section'] : [part.kind]
    const places = kinds.map((kind) => `[data-row^="${kind}-"]`).join(',')
    const row = (event.target as Element).closest<HTMLElement>(places)
    const over = partOf(row?.dataset['row'])
    if (!row || !over || (over.kind === part.kind && over.id === part.id)) return undefined
    const { top, height } = row.getBoundingClientRect()
    return { row, target: { over, side: event.clientY < top + height / 2 ? 'before' : 'after' } }
  }

  return {
    onDragStart(event: DragEvent) {
      const part = partOf((event.target as Element).closest<HTMLElement>('[data-drag]')?.dataset['drag'])
      if (!part) return
      dragged.current = part
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', '')
      const row = (event.target as Element).closest('[data-row]')
      if (row) event.dataTransfer.setDragImage(row, 0, 0)
    },
    onDragOver(event: DragEvent) {
      const found = targetOf(event)
      mark(found?.row, found?.target.side)
      if (found) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      const found = targetOf(event)
      const part = dragged.current
      mark()
      if (!found || !part) return
      event.preventDefault()
      onDrop(part, found.target)
    },
    onDragEnd() {
      mark()
      dragged.current = undefined
    },
  }
}

function partOf(word: string | undefined): Part | undefined {
  const [, kind, id] = /^(section|question|answer)-(\d+)$/.exec(word ?? '') ?? []
  return kind === undefined ? undefined : { kind: kind as Kind, id: Number(id) }
}
