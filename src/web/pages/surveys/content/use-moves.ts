/** Moves a section, a question or an option among its siblings, a question also into another section. */
import { textIn } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'
import { place } from './edits.ts'
import { inOrder, type Part, siblingsOf } from './survey-parts.ts'

export function useMoves() {
  const t = useText()
  const { builder, attempt, language } = useContent()

  /** To a place counted from 0. */
  function to(part: Part, label: string, at: number, into?: number) {
    attempt(async () => {
      await place(builder, part, at, t('surveys.did.move', { label }), into)
      const { ids } = siblingsOf(builder.survey(), part)
      return t('surveys.moved', { label, place: ids.indexOf(part.id) + 1, count: ids.length })
    })
  }

  function sectionsOf(part: Part) {
    const all = inOrder(builder.survey().sections)
    return { all, own: all.findIndex(({ id }) => id === siblingsOf(builder.survey(), part).parent) }
  }

  return {
    to,
    /** One place up or down; a question at the edge of its section goes into the next one. */
    by(part: Part, label: string, by: -1 | 1) {
      const { ids } = siblingsOf(builder.survey(), part)
      const target = ids.indexOf(part.id) + by
      if (target >= 0 && target < ids.length) return to(part, label, target)
      if (part.kind !== 'question') return undefined
      const { all, own } = sectionsOf(part)
      const next = all[own + by]
      return next && to(part, label, by > 0 ? 0 : next.questions.length, next.id)
    },
    /** Entries of a menu: the end of each other section. */
    intoSections(part: Part, label: string) {
      const { all, own } = sectionsOf(part)
      return all
        .filter((_, index) => index !== own)
        .map(({ id, title, questions }) => ({
          key: `into-${id}`,
          text: t('surveys.moveInto', { title: textIn(title, language) }),
          act: () => to(part, label, questions.length, id),
        }))
    },
  }
}
