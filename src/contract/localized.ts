/**
 * Texts of a survey: one entry per language, `{ en: 'Village', 'pt-br': 'Aldeia' }`. A plain string is the text in the
 * default language; `byLanguage` of `domain/surveys/survey.ts` makes one of the other.
 */
import * as z from 'zod/mini'
import { languageCode, maxLanguages } from '#domain/surveys/survey.ts'
import { mediaKinds } from '#domain/surveys/survey-files.ts'
import type { Lines } from '#domain/text/text.ts'
import { printable, text as shortText } from './fields.ts'
import { saying } from './problems.ts'

/** A text, or 1 to 50 languages, each text trimmed and 1 to `max` characters. */
export function localizedText(max = 2000, lines: Lines = 'many') {
  const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(max), printable(lines))
  return z.union([byLanguages(text), text])
}

export const Language = z.string().check(z.regex(languageCode))

function byLanguages<Text extends z.ZodMiniType<string>>(text: Text) {
  return z.record(Language, text).check(
    z.refine((texts) => Object.keys(texts).length > 0, { params: saying('REQUIRED') }),
    z.refine((texts) => Object.keys(texts).length <= maxLanguages, { params: saying('TOO_MANY', maxLanguages) }),
  )
}

/** The files that a text shows: `{ "image": { "en": "roof.png" } }`. Null takes them away. */
export const optionalMedia = z.optional(z.nullable(z.partialRecord(z.enum(mediaKinds), byLanguages(shortText(200)))))

/** As it comes out. */
export const Media = z.nullable(z.partialRecord(z.enum(mediaKinds), z.record(z.string(), z.string())))

/** A text that may be left out (create) or cleared by null (update). */
export function optionalLocalizedText(max = 2000) {
  return z.optional(z.nullable(localizedText(max)))
}

/** The same, cleared by a blank one too: callers that know plain texts only send an empty field as ''. */
export function clearableText(max: number) {
  return z.optional(z.nullable(z.union([localizedText(max), z.literal('')])))
}

/** As it comes out. */
export const LocalizedText = z.record(z.string(), z.string())
