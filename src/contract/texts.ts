/** Texts of the house: rich, in several languages, each save of them kept. Surveys use them around their questions. */
import * as z from 'zod/mini'
import { parseMarkdown, tidyMarkdown } from '#domain/text/markdown.ts'
import { textKinds } from '#domain/surveys/notices.ts'
import { languageCode, maxLanguages } from '#domain/surveys/survey.ts'
import { endpoint, list } from './endpoint.ts'
import { Named, pageFields, printable, Timestamp } from './fields.ts'
import { LocalizedText } from './localized.ts'
import { saying } from './problems.ts'
import { choice, code, type Kind, reference, title } from './reference.ts'

const longestBody = 20_000

/** Markdown of the allowed set; it is stored in its tidy form. */
const Markdown = z.string().check(
  z.maxLength(longestBody),
  printable('many'),
  z.check(({ value, issues }) => {
    for (const problem of parseMarkdown(value).problems)
      issues.push({ code: 'custom', input: value, params: saying(problem) })
  }),
  z.overwrite(tidyMarkdown),
  z.minLength(1),
)

const body = {
  takes: z.record(z.string().check(z.regex(languageCode)), Markdown).check(
    z.refine((texts) => Object.keys(texts).length > 0, { params: saying('REQUIRED') }),
    z.refine((texts) => Object.keys(texts).length <= maxLanguages, { params: saying('TOO_MANY', maxLanguages) }),
  ),
  gives: LocalizedText,
  shown: { as: 'richText' },
} as const satisfies Kind

export const TextVersion = z.object({
  version: z.int(),
  title: z.string(),
  body: LocalizedText,
  savedAt: Timestamp,
  savedBy: z.nullable(Named),
})
export type TextVersion = z.output<typeof TextVersion>

export const texts = {
  ...reference({ path: 'texts', subject: 'rich_text', fields: { title, code, kind: choice(textKinds), body } }),
  screen: 'editor',
  versions: endpoint({
    route: 'GET /texts/{id}/versions',
    access: 'texts.read',
    summary: 'Every save of a text, the newest first',
    query: z.strictObject(pageFields),
    reply: list(TextVersion),
  }),
}
