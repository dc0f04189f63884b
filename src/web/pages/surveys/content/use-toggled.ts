import { useCallback, useState } from 'react'
import type { Part } from './survey-parts.ts'

/** Sections that are folded and questions that are opened, by `section-5` and `question-7`. */
export function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(({ kind, id }: Part) => {
    const name = `${kind}-${id}`
    setToggled((all) => toggledIn(all, name))
  }, [])
  const openQuestion = useCallback((id: number) => {
    setToggled((all) => (all.has(`question-${id}`) ? all : new Set(all).add(`question-${id}`)))
  }, [])
  return { toggled, toggle, openQuestion }
}

/** The same without it, or with it where it was not there. */
export function toggledIn<T>(all: ReadonlySet<T>, one: T): ReadonlySet<T> {
  const rest = new Set(all)
  return rest.delete(one) ? rest : rest.add(one)
}
