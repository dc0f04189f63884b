/** What the sheets of sections that repeat are called. */
import { plainIn } from './label-text.ts'
import type { Section } from '../surveys/survey.ts'

/** Names that the workbooks of a survey have already, or that Excel keeps for itself. */
const taken = ['responses', 'choices', 'codebook', 'readme', 'history']
/** Excel takes no more. */
const longest = 31

/**
 * One name for each section, from its English title or another language, so a file reads alike in every language. Names
 * differ whatever their case. None has a sign that a spreadsheet, a file system or a statistics script rejects.
 */
export function rosterNames(sections: readonly Pick<Section, 'title'>[]): string[] {
  const seen = new Set(taken)
  return sections.map(({ title }) => {
    const plain = plainIn(title, 'en')
      .replace(/[^\p{L}\p{M}\p{N}_-]+/gu, ' ')
      .trim()
    const begin = plain === '' ? 'section' : plain
    let name = cut(begin, longest)
    for (let n = 2; seen.has(name.toLowerCase()); n++) name = `${cut(begin, longest - ` ${n}`.length)} ${n}`
    seen.add(name.toLowerCase())
    return name
  })
}

/** No half of a sign is left at the end. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trim()
}
