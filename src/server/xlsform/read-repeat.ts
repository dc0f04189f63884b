/** How often a repeating group repeats: `${members}` or `min(${members}, 12)`. */
import { isWholeNumber } from '#domain/publishing/repeat-checks.ts'
import { maxRepeats, type Question, type Repeat } from '#domain/surveys/survey.ts'
import { type Form, spotOf } from './form-parts.ts'
import { mostCounted } from './question-cells.ts'
import { readCount } from './repeat-counts.ts'
import type { FormRow } from './sheets.ts'

/** `most`: what the column canvass says of a group that people add to. */
export function readRepeat(
  form: Form,
  row: FormRow,
  { question, most = maxRepeats }: { question: (name: string) => Question | undefined; most: number | undefined },
): Repeat {
  const written = row.cells.get('repeat_count')
  if (written === undefined) return { max: most }
  const { name, limit } = readCount(written)
  const counting = name === undefined ? undefined : question(name)
  if (counting && isWholeNumber(counting))
    return { max: Math.min(limit ?? mostCounted(counting), maxRepeats), countCode: counting.code }
  form.report.add(spotOf(form, row, 'repeat_count'), 'COUNT_LEFT', { value: String(maxRepeats) })
  return { max: maxRepeats }
}
