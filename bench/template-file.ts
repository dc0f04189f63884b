/** Writes the filled template of bench/uploads.ts, in a process of its own: its memory is none of what the bench measures. */
import { writeFileSync } from 'node:fs'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { questionsOf } from '#domain/surveys/survey.ts'
import { answerParent } from '#server/excel/apart.ts'
import { type FilledRow, type TemplateOf, writeTemplate } from '#server/responses/download/template.ts'

export interface TemplateJob {
  path: string
  template: TemplateOf
  count: number
  /** The answers to numbers are a word in each row whose number this divides; 0 for none. */
  wrong: number
  /** Answers of another file with the same responses differ in nothing, but its bytes do. */
  note: string
}

function answersOf(content: SurveyContent, n: number, isWrong: boolean): FilledRow {
  const cells = questionsOf(content).map(({ code, type }, at) => {
    if (type === 'INTEGER') return [code, isWrong && at < 4 ? 'many' : (n * 7919 + at * 31) % 997] as const
    if (type === 'SINGLE') return [code, String(1 + ((n + at) % 5))] as const
    if (type === 'MULTIPLE') return [code, `${1 + (n % 3)};${4 + (n % 3)}`] as const
    return [code, `Answer ${n % 1000} in words`] as const
  })
  return Object.fromEntries(cells)
}

answerParent(async ({ path, template, count, wrong, note }: TemplateJob) => {
  const rows = Array.from({ length: count }, (_, n) => ({
    formKey: `key-${n}`,
    participantPhone: `+25884${String(1_000_000 + n)}`,
    submittedAt: '2026-01-02 08:30:00',
    ...answersOf(template.content, n, wrong > 0 && n % wrong === 0),
  }))
  writeFileSync(path, await writeTemplate({ ...template, title: note }, 'en', rows))
  return rows.length
})
