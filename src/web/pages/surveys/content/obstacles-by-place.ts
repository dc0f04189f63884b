import type { Skip } from '#contract/skips.ts'
import type { SectionWithQuestions } from '#contract/sections.ts'
import type { FieldProblem } from '#domain/problems.ts'

interface Content {
  sections: readonly SectionWithQuestions[]
  skips: readonly Skip[]
}

/**
 * Problems of publishing by the section or question that has them; `''` holds those of the survey itself. A rule's are at
 * the question whose answer it compares.
 */
export function byPlace({ sections, skips }: Content, problems: readonly FieldProblem[]): Map<string, FieldProblem[]> {
  return Map.groupBy(problems, ({ path }) => {
    const [, rule] = /^skips\[(\d+)\]/.exec(path) ?? []
    if (rule !== undefined) return placeOf(sections, skips[Number(rule)]?.fromQuestionId)
    return /^sections\[\d+\](\.questions\[\d+\])?/.exec(path)?.[0] ?? ''
  })
}

function placeOf(sections: readonly SectionWithQuestions[], questionId: number | undefined): string {
  for (const [section, { questions }] of sections.entries()) {
    const at = questions.findIndex(({ id }) => id === questionId)
    if (at >= 0) return `sections[${section}].questions[${at}]`
  }
  return ''
}
