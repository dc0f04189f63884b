/** What the fields of a questionnaire share. */
import { createContext, use } from 'react'
import type { FileAnswer } from '#domain/answer-values.ts'
import type { SurveyContent } from '#domain/survey.ts'
import type { Given } from './given.ts'
import type { Say } from './words.ts'

/** A unit or a site. */
export interface FoundPlace {
  code: string
  name: string
}

/** The first places of a name, and how many there are. */
export interface FoundPlaces {
  places: readonly FoundPlace[]
  total: number
}

/** What a questionnaire cannot know by itself. Without one of these it takes no file, or the code as it is typed. */
export interface Sources {
  storeFile?: (file: File) => Promise<FileAnswer>
  /** Where the browser finds a stored picture. */
  pictureUrl?: (answer: FileAnswer) => string | undefined
  findUnits?: (text: string) => Promise<FoundPlaces>
  findSites?: (text: string) => Promise<FoundPlaces>
}

export interface Asking {
  content: SurveyContent
  language: string
  say: Say
  /** Of the questions that are asked, with the calculated ones. */
  answers: Given
  answer: (key: string, value: unknown) => void
  sources: Sources
  /** The names of units and sites by their codes, as far as they were looked up. */
  names: Map<string, string>
}

const AskingContext = createContext<Asking | undefined>(undefined)

export const AskingProvider = AskingContext.Provider

export function useAsking(): Asking {
  const asking = use(AskingContext)
  if (!asking) throw new Error('A field needs a questionnaire around it')
  return asking
}
