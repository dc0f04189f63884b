/** What a problem of a cell is called, in the languages of the pages. */
import type { RowProblem } from '#contract/response-files.ts'
import type { Locale } from '#domain/text/locale.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { wordIn } from '#words/texts.ts'

export function problemWords(
  { code, said, message, limit = 0, otherRow: row = 0, names = '' }: RowProblem,
  language: Locale,
): string {
  if (said) return textIn(said, language)
  const text = wordIn(language, `problems.${code}`)
  return text === undefined ? message : filled(text, { limit, row, names }, language)
}

type Values = Readonly<Record<string, string | number>>

/** The parts of message syntax that problems are written in: values, numbers and plurals. */
function filled(text: string, values: Values, language: Locale): string {
  const written = (name: string) => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? value.toLocaleString(language) : value
  }
  const rules = new Intl.PluralRules(language)
  return text
    .replace(/\{(\w+), plural,((?:\s*[\w=]+ \{[^{}]*\})+)\s*\}/g, (_, name: string, forms: string) => {
      const byForm = new Map(
        [...forms.matchAll(/([\w=]+) \{([^{}]*)\}/g)].map(([, form = '', words = '']) => [form, words]),
      )
      const value = Number(values[name])
      const words = byForm.get(`=${value}`) ?? byForm.get(rules.select(value)) ?? byForm.get('other') ?? ''
      return words.replaceAll('#', written(name))
    })
    .replace(/\{(\w+)(?:, number)?\}/g, (_, name: string) => written(name))
}
