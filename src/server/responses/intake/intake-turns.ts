/**
 * A workbook may hold the lock of its survey for seconds. Responses that wait for it leave connections to others, and places
 * to other surveys.
 */
import type { Turn } from '../../http/context.ts'
import { Turnstiles } from '../../turnstile.ts'

/** By what the caller names the survey with. */
export const intakeTurns = new Turnstiles({ each: 3, all: 8 }, { patienceMs: 10_000 })

type Named = { encodedId?: unknown; surveyId?: unknown }

/** Of calls that name their survey in the path or in the body. */
export const intakeTurn: Turn = ({ params, body }, work) => {
  const { surveyId, encodedId } = { ...(body as Named), ...(params as Named) }
  return intakeTurns.pass(String(encodedId ?? surveyId), work)
}
