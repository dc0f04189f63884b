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

export const newRule = { operator: 'EQ', action: 'JUMP_TO_QUESTION', priority: 1 } as const
