/** How a file of answers shall look, and the words of the call that say so. Pure. */
import type { downloadFormats, multipleForms, valueForms } from '#contract/downloads.ts'

export interface Look {
  format: (typeof downloadFormats)[number]
  values: (typeof valueForms)[number]
  multiple: (typeof multipleForms)[number]
  language: string
  bom: 'true' | 'false'
}

/** The answers, or a file that goes with a CSV of them. */
export type Wanted = 'ANSWERS' | 'true' | 'sps' | 'do'
export const besideCsv = ['true', 'sps', 'do'] as const

export function firstLook(language: string): Look {
  return { format: 'xlsx', values: 'labels', multiple: 'column', language, bom: 'true' }
}

export function orderOf(look: Look, wanted: Wanted): Record<string, string> {
  const { bom, ...others } = look
  if (look.format === 'zip') return { format: look.format }
  if (look.format === 'xlsx') return others
  return { ...others, bom, ...(wanted === 'ANSWERS' ? {} : { codebook: wanted }) }
}
