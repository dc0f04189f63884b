import { wholeSection } from '#domain/surveys/appearances.ts'

/** What a new record of content starts with. */
export const newQuestion = {
  type: 'TEXT',
  required: false,
  validation: {},
  readOnly: false,
  filterable: false,
  identifying: false,
  personal: false,
} as const

/** As the pages of the product show it. */
export const newSection = { appearance: wholeSection } as const

const nothing = { value: null, answerId: null, target: null } as const
export const newRule = { ...nothing, operator: 'EQ', action: 'JUMP_TO_QUESTION', priority: 1 } as const

/** How often a section repeats at most, until another number is set. */
export const firstMax = 20
