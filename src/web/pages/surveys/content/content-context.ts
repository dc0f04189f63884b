/** What every piece of the content tab shares. It changes with the language alone, so that a change draws only its own row. */
import { createContext, useContext } from 'react'
import type { SurveyFile } from '#contract/survey-files.ts'
import type { Builder } from './builder.ts'
import type { ContentPart } from '#contract/skips.ts'
import type { Part } from './survey-parts.ts'
import type { SharedValue } from '../../../api/shared-value.ts'
import type { Writing } from './writing.ts'

export interface ContentModel {
  canWrite: boolean
  /** In which language the texts are shown. */
  language: string
  builder: Builder
  /** The line that takes the focus. */
  writing: SharedValue<Writing | undefined>
  /** The question whose options the line behind it writes. */
  optioned: SharedValue<number | undefined>
  /** Of the survey. */
  files: readonly SurveyFile[]
  /** Opens the details: `section:5`, `question:7`, `answer:12`, `skip:new:7`. */
  openForm: (word: string, field?: string) => void
  /** The field of the panel that shall get the focus; '' for its first one. */
  wanted: SharedValue<string | undefined>
  /** Asks before a part is deleted. */
  remove: (part: ContentPart, label: string, firstVersion?: number | null) => void
  /** Says what a change came to, or why there was none. */
  attempt: (work: () => Promise<string | undefined>) => void
  /** Options of a question, or the questions of a section, shown or not. */
  toggle: (part: Part) => void
  openQuestion: (id: number) => void
}

export const ContentContext = createContext<ContentModel | undefined>(undefined)

export function useContent(): ContentModel {
  const content = useContext(ContentContext)
  if (!content) throw new Error('A piece of content is used outside of the content tab')
  return content
}
