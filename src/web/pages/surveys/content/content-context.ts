/** What every piece of the content tab shares. */
import { createContext, useContext } from 'react'
import type { FieldProblem } from '#domain/problems.ts'
import type { Doomed } from './ContentRemoval.tsx'
import type { Move } from './use-move.ts'

export interface ContentModel {
  canWrite: boolean
  /** In which language the texts are shown. */
  language: string
  /** What keeps the survey from being published, by place: `sections[0].questions[2]`. */
  obstacles: ReadonlyMap<string, readonly FieldProblem[]>
  currentVersion: number | null
  move: Move
  /** Opens a form: `section:new`, `section:5`, `question:new:5` (in section 5), `answer:12`. */
  openForm: (word: string) => void
  remove: (doomed: Doomed) => void
}

export const ContentContext = createContext<ContentModel | undefined>(undefined)

export function useContent(): ContentModel {
  const content = useContext(ContentContext)
  if (!content) throw new Error('A piece of content stands outside of the content tab')
  return content
}
