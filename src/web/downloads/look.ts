/** How a file of answers shall look, and the words of the call that say so. Pure. */
import type { downloadFormats, headingForms, multipleForms, valueForms } from '#contract/downloads.ts'

export interface Look {
  format: (typeof downloadFormats)[number]
  values: (typeof valueForms)[number]
  headings: (typeof headingForms)[number]
  multiple: (typeof multipleForms)[number]
  language: string
  bom: 'true' | 'false'
  guard: 'on' | 'off'
  identity: 'kept' | 'removed'
}

/** The answers, or the codebook that goes with a CSV of them. */
export type Wanted = 'ANSWERS' | 'CODEBOOK'

export function firstLook(language: string): Look {
  return {
    format: 'xlsx',
    values: 'labels',
    headings: 'codes',
    multiple: 'column',
    language,
    bom: 'true',
    guard: 'on',
    identity: 'kept',
  }
}

export function orderOf(look: Look, wanted: Wanted): Record<string, string> {
  const { bom, guard, ...others } = look
  if (look.format === 'zip') return { format: look.format }
  if (look.format === 'geojson') return { ...others, identity: 'kept' }
  if (look.format !== 'csv') return others
  return { ...others, bom, guard, ...(wanted === 'ANSWERS' ? {} : { codebook: 'true' }) }
}
