import { useCallback, useState } from 'react'
import type { TextPlace } from '#domain/surveys/text-places.ts'
import type { Part } from './survey-parts.ts'

/** Sections that are folded and questions that are opened, by `section-5` and `question-7`. */
export function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(({ kind, id }: Part) => {
    const name = `${kind}-${id}`
    setToggled((all) => (all.has(name) ? without(all, name) : new Set(all).add(name)))
  }, [])
  const openQuestion = useCallback((id: number) => {
    setToggled((all) => (all.has(`question-${id}`) ? all : new Set(all).add(`question-${id}`)))
  }, [])
  /** Unfolds all that may hide a text. */
  function show({ kind, questionId }: TextPlace) {
    setToggled((all) => {
      const unfolded = new Set([...all].filter((name) => name.startsWith('question-')))
      return kind === 'answer' ? unfolded.add(`question-${questionId}`) : unfolded
    })
  }
  return { toggled, toggle, openQuestion, show }
}

function without(all: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const rest = new Set(all)
  rest.delete(name)
  return rest
}
