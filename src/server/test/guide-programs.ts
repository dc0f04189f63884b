import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '#domain/text/locale.ts'
import { guideFolder } from '../guide/guide.ts'

/** The programs of the guide "Integrate", by the word behind their fence; the last one of each. */
export function programsOf(language: Locale): Readonly<Record<string, string>> {
  const guide = readFileSync(join(guideFolder(language), 'integrate.md'), 'utf8')
  return Object.fromEntries(
    [...guide.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language = '', program = '']) => [language, program]),
  )
}
