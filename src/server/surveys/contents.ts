/**
 * The contents of published versions that were read lately. They go by their checksums: a content in memory is the stored
 * one, whatever survey, version or database it is of. What is made ready of a content (domain/answers/filling-plan.ts) stays with it.
 */
import type { SurveyContent } from '#domain/surveys/survey.ts'

/** Characters of JSON; with its plans a content takes some ten bytes for each. */
const most = 4_000_000

interface KeptContent {
  content: SurveyContent
  length: number
}

const kept = new Map<string, KeptContent>()
let length = 0

/** The content of this checksum, when it was read before. */
export function knownContent(checksum: string): SurveyContent | undefined {
  const known = kept.get(checksum)
  if (!known) return undefined
  // Written again, it becomes the newest.
  kept.delete(checksum)
  kept.set(checksum, known)
  return known.content
}

/** Keeps the content of this JSON. The least recently used ones make room. */
export function keepContent(checksum: string, json: string): SurveyContent {
  const known = knownContent(checksum)
  if (known) return known
  const content = frozen(JSON.parse(json) as SurveyContent)
  kept.set(checksum, { content, length: json.length })
  length += json.length
  for (const [oldest, each] of kept) {
    if (length <= most || oldest === checksum) break
    kept.delete(oldest)
    length -= each.length
  }
  return content
}

/** Many callers share it. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const each of Object.values(value)) frozen(each)
  return Object.freeze(value)
}
