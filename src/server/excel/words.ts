/** Words of a cell, whatever their case and blanks: headings and choices as people write them. */
import { inAllLanguages } from '#words/texts.ts'

/** Upper and lower case, wide and narrow signs and how many blanks stand between words make no difference. */
export function foldText(text: string): string {
  return text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
}

/** Choices by what may stand for them, folded: the value itself and what the pages call it, `<messages>.<value>`. */
export function choicesByWord<Value extends string>(
  values: readonly Value[],
  messages: string,
): ReadonlyMap<string, Value> {
  return new Map(
    values.flatMap((value) =>
      [value, ...Object.values(inAllLanguages(`${messages}.${value}`))].map((word) => [foldText(word), value] as const),
    ),
  )
}
