/** Texts that files get wrong: beginnings of formulas, quotes, line ends, other scripts and directions, pairs of surrogates. */
import * as fc from 'fast-check'
import { exportHeadings } from '#domain/answers/export-headings.ts'
import { type Lines, textProblem } from '#domain/text/text.ts'
import { wordIn } from '#words/texts.ts'

const hostile = [
  '=1+1',
  '+258',
  '-1',
  '@SUM(A1)',
  '＝1',
  "'quoted",
  "'=armed",
  '"',
  '""',
  'a;b,"c"',
  'a\tb',
  '007',
  '1e3',
  'TRUE',
  '#N/A',
  '_x000D_',
  '2024-01-31',
  'Água · 水',
  'عمان "‏٢',
  '\u202Eabc',
  '👩‍👩‍👧‍👦 𝒳',
  'two\nlines',
  '\u00a0nbsp\u2028end',
  '%_\\',
  '<b>&amp;',
]

/** As a form lets it through: something, without blanks around it. */
export function nastyText(longest: number, lines: Lines = 'one'): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: Math.floor(longest / 4) }))
    .map((text) => text.trim())
    .filter((text) => text !== '' && text.length <= longest && textProblem(text, lines) === undefined)
}

/** The columns of an export under the words of a language, as the page asks for them. */
export function headingsIn(locale: string, list: string, keys: readonly string[]) {
  return exportHeadings(keys, (key) => wordIn(locale, `${list}.field.${key}`) ?? key)
}
