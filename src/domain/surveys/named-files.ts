/** The files of a survey that its parts name. */
import { filesIn } from './list-table.ts'
import { type Media, type MediaKind, mediaKinds } from './survey-files.ts'
import { expressionFields, type Question } from './survey.ts'

export interface NamedFile {
  /** In its part: `list`, `relevant`, `media`, `answers[2].media`. */
  path: string
  file: string
  /** Of what is shown. */
  kind?: MediaKind
}

export function mediaIn(media: Media | null | undefined, path: string): NamedFile[] {
  return mediaKinds.flatMap((kind) => Object.values(media?.[kind] ?? {}).map((file) => ({ path, file, kind })))
}

/** Its list, what its expressions look something up in, and what it and its options show. */
export function filesNamedBy(question: Question): NamedFile[] {
  const { list, media, answers } = question
  return [
    ...(list ? [{ path: 'list', file: list.file }] : []),
    ...expressionFields.flatMap((path) => filesIn(question[path] ?? '').map((file) => ({ path, file }))),
    ...mediaIn(media, 'media'),
    ...answers.flatMap((option, index) => mediaIn(option.media, `answers[${index}].media`)),
  ]
}
