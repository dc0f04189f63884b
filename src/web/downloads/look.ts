/** How a file of answers shall look, and the words of the call that say so. Pure. */
import type { DownloadOrder } from '#contract/downloads.ts'

export interface Look extends Required<Pick<DownloadOrder, 'format' | 'values' | 'multiple' | 'language' | 'bom'>> {}

/** The answers, or a file that goes with a CSV of them. */
export type Wanted = 'ANSWERS' | 'true' | 'sps' | 'do'
export const besideCsv = ['true', 'sps', 'do'] as const

export function firstLook(language: string): Look {
  return { format: 'xlsx', values: 'labels', multiple: 'column', language, bom: 'true' }
}

export function orderOf(look: Look, wanted: Wanted): Record<string, string> {
  const { bom, ...others } = look
  if (look.format === 'xlsx') return others as Record<string, string>
  return { ...others, bom, ...(wanted === 'ANSWERS' ? {} : { codebook: wanted }) } as Record<string, string>
}
