/** The files of a survey that its parts name. */
import { lookupsIn } from './list-table.ts'
import { type Media, type MediaKind, mediaKinds } from './survey-files.ts'
import { expressionFields, type Question, type Section, type SurveyContent } from './survey.ts'

export interface NamedMedia {
  /** In its part: `media`, `answers[2].media`. */
  path: string
  file: string
  kind: MediaKind
}

export function mediaIn(media: Media | null | undefined, path: string): NamedMedia[] {
  return mediaKinds.flatMap((kind) => Object.values(media?.[kind] ?? {}).map((file) => ({ path, file, kind })))
}

/** What it and its options show. */
export function mediaNamedBy({ media, answers }: Question): NamedMedia[] {
  return [
    ...mediaIn(media, 'media'),
    ...answers.flatMap((option, index) => mediaIn(option.media, `answers[${index}].media`)),
  ]
}

/** By the names of files: the sections and questions that need each. */
export function usesOfFiles({ sections }: Pick<SurveyContent, 'sections'>): Map<string, Set<Section | Question>> {
  const uses = new Map<string, Set<Section | Question>>()
  const note = (part: Section | Question, file: string) => uses.set(file, (uses.get(file) ?? new Set()).add(part))
  for (const section of sections) {
    for (const { file } of mediaIn(section.media, 'media')) note(section, file)
    for (const { file } of lookupsIn(section.relevant)) note(section, file)
    for (const question of section.questions) {
      const looked = expressionFields.flatMap((field) => lookupsIn(question[field]))
      for (const { file } of [question.list ?? [], looked, mediaNamedBy(question)].flat()) note(question, file)
    }
  }
  return uses
}
