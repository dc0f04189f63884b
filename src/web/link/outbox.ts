/** Sends what waits, one after the other; only one tab of the browser does it at a time. */
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { isFileAnswer } from '#domain/answers/answer-check.ts'
import { refOfKey } from '#domain/answers/answer-keys.ts'
import { fill } from '#domain/answers/filling.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { withLists } from '../questionnaire/use-lists.ts'
import { loadFile, Refused, sendFile, sendWaiting } from './calls.ts'
import { isShut } from './refusal-word.ts'
import { isOf, partsOf } from './link-name.ts'
import { dayOf, forget, keptFile, keptSent, keptWaiting, type Waiting } from './kept.ts'

/** `of`: a link, or a collector with all of theirs. */
export async function waitingOf(of: string): Promise<Waiting[]> {
  return (await keptWaiting.all()).filter((each) => isOf(each.encodedId, of))
}

/** Ends early when there is no network. What the server refuses is kept with its reason, and tried again only where that may pass. */
export async function sendAll(of: string): Promise<void> {
  await navigator.locks.request('canvass-links', async () => {
    for (const waiting of await waitingOf(of)) {
      if (waiting.refusal && !isShut(waiting.refusal.code)) continue
      const key = waiting.work.clientUuid
      try {
        const { encodedId: link, work } = waiting
        const whole = await withLists(work.form.content, async (file) => (await loadFile(link, file)).text())
        await sendWaiting(await withFiles(waiting, whole), whole)
        if (partsOf(link).collector)
          await keptSent.put(`${link} ${key}`, { link, title: work.form.title, at: new Date().toISOString() })
        await forget(key)
      } catch (error) {
        if (!(error instanceof Refused)) return
        const { code, errors } = error
        await keptWaiting.put(key, { ...waiting, refusal: { code, errors } })
      }
    }
  })
}

/** Its files come first, each one once: what is there already is kept with the response. */
async function withFiles(waiting: Waiting, content: SurveyContent): Promise<Waiting> {
  const { encodedId, work } = waiting
  const { clientUuid } = work
  const { answers } = fill(content, work.answers, { today: dayOf(waiting) })
  let now = waiting
  for (const [key, value] of Object.entries(answers)) {
    const kept = isFileAnswer(value) && !now.stored?.[value.file] ? await keptFile(clientUuid, value.file) : undefined
    if (!kept) continue
    const { file } = value as FileAnswer
    try {
      const id = await sendFile(encodedId, clientUuid, kept)
      now = { ...now, stored: { ...now.stored, [file]: id } }
    } catch (error) {
      throw error instanceof Refused ? new Refused(error.code, ofAnswer(error.errors, refOfKey(content, key))) : error
    }
    await keptWaiting.put(clientUuid, now)
  }
  return now
}

/** What is wrong with a file is wrong with the answer. */
function ofAnswer(errors: readonly FieldProblem[], code: string): FieldProblem[] {
  return errors.map((found) => (found.path === 'file' ? { ...found, path: `answers.${code}` } : found))
}
