/** Where the questionnaire is being written, and what a line hands over to the next one. */
import type { LineKind } from './written-line.ts'

export interface Draft {
  text: string
  kind: LineKind
  /** The question whose options are written; it may not be saved yet. */
  of: { label: string } | undefined
}

/** What Enter took and is not saved yet: an option has no kind. */
export interface Entered {
  kind: LineKind | undefined
  text: string
}

export interface Writing {
  sectionId: number | undefined
  /** The question that the line comes before; undefined: at the end of the section. */
  before: number | undefined
  /** Takes what was typed elsewhere meanwhile. */
  take?: () => { draft: Draft; entered: Entered[] }
}
