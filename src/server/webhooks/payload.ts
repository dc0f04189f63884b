/** What a message says: the ids of what happened, and the answers of a response where the receiver is to have them. */
import { sql } from 'kysely'
import { answersSeen } from '../responses/download/answers-seen.ts'
import type { Db } from '../db/pool.ts'
import { admitAsker } from '../jobs/asker.ts'

/** A delivery that was claimed. */
export interface Due {
  id: number
  message: string
  event: string
  about: { surveyId?: number; responseId?: number }
  at: string
}

/** Answers are those of now, as far as the person may see them now; without the right, or the response, there are none. */
export async function messagesOf(
  db: Db,
  { withAnswers, rightsOf }: { withAnswers: boolean; rightsOf: number | null },
  due: readonly Due[],
): Promise<(Due & { body: string })[]> {
  const reader = withAnswers ? await admitAsker(db, rightsOf, 'responses.export').catch(() => undefined) : undefined
  const answers = new Map<number, Record<string, unknown>>()
  if (reader)
    for (const [surveyId, those] of Map.groupBy(due, ({ about }) => about.surveyId)) {
      const ids = those.flatMap(({ about: { responseId } }) => responseId ?? [])
      if (surveyId === undefined || ids.length === 0) continue
      const seen = await answersSeen(db, { reader, surveyId, where: sql`form.id = any(${ids})` })
      for (const [id, record] of seen) answers.set(id, record)
    }
  return due.map((one) => {
    const { event, about, at } = one
    const record = answers.get(about.responseId ?? 0)
    const data = { ...about, ...(record && { answers: record }) }
    return { ...one, body: JSON.stringify({ type: event, timestamp: at, data }) }
  })
}
