/** The pictures, sounds and films of a survey that its parts name. */
import { type Media, type MediaKind, mediaKinds } from './survey-files.ts'
import type { Question } from './survey.ts'

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
