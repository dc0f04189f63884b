/** Keeps the form's own names with what is made of its rows, where sections and codes do not say them. */
import { formLayout, formPathOf } from '#domain/surveys/form-layout.ts'
import type { MadeSection } from './form-parts.ts'

/** `isOurs`: groups may have names that were made for a section. */
export function keepPaths(sections: readonly MadeSection[], isOurs: boolean): void {
  const made = isOurs ? formLayout(sections.map(({ section }) => section)).groups : undefined
  const seen = new Set<string>()
  for (const { from, section } of sections) {
    const group = from.path?.length === 0 ? '' : from.path && formPathOf(from.path)
    if (group === undefined || made?.get(section.id)?.path === group) continue
    section.formPath = group
    const around = group === '' ? '' : `${group}/`
    from.questions.forEach((row, index) => {
      const question = section.questions[index]
      const path = formPathOf(row.path)
      if (!question || !path?.startsWith(around) || path === `${around}${question.code}` || seen.has(path)) return
      seen.add(path)
      question.formPath = path
    })
  }
}
