/** How often a repeating group repeats: `${members}`, `min(${members}, 12)`, or a number. */
import { maxRepeats, type Question, type Repeat } from '#domain/surveys/survey.ts'
import type { Form } from './form-parts.ts'
import { spotOf } from './form-parts.ts'
import { mostCounted } from './question-cells.ts'
import type { FormRow } from './sheets.ts'
import { NotUnderstood, parseXPath, type XPath } from './xpath.ts'

/** `most`: what the column canvass says of a group that people add to. */
export function readRepeat(
  form: Form,
  row: FormRow,
  { question, most = maxRepeats }: { question: (name: string) => Question | undefined; most: number | undefined },
): Repeat {
  const written = row.cells.get('repeat_count')
  if (written === undefined) return { max: most }
  const tree = treeOf(written)
  if (tree?.kind === 'number' && Number.isInteger(tree.value) && tree.value >= 1) {
    const max = Math.min(tree.value, maxRepeats)
    form.report.add(spotOf(form, row, 'repeat_count'), 'REPEAT_BY_HAND', { value: String(max) })
    return { max }
  }
  const [first, limit] = tree?.kind === 'call' && tree.name === 'min' && tree.of.length === 2 ? tree.of : [tree]
  const counting = first?.kind === 'reference' && !first.answered ? question(first.name) : undefined
  const max = limit === undefined ? mostCounted(counting) : limit.kind === 'number' ? limit.value : 0
  if (counting && Number.isInteger(max) && max >= 1 && max <= maxRepeats) return { max, countCode: counting.code }
  form.report.add(spotOf(form, row, 'repeat_count'), 'EXPRESSION_LEFT', { value: written })
  return { max: maxRepeats }
}

function treeOf(written: string): XPath | undefined {
  try {
    return parseXPath(written)
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined
    throw error
  }
}
