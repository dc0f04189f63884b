/** One visit of a public link: its questions, the work in hand, and what waits to be sent. */
import { useCallback, useEffect, useState } from 'react'
import type { EntryForm } from '#contract/entry.ts'
import { begun } from '#domain/answers/initial.ts'
import { clockAt, type FormAnswers, isOther } from '../questionnaire/given.ts'
import { returnedWith } from '../questionnaire/returned.ts'
import type { ReturnedForm } from '#contract/returned.ts'
import { loadForm, loadReturned, Refused, unlessRefused } from './calls.ts'
import { partsOf } from './link-name.ts'
import { keptForms, keptWaiting, keptWorks, type Waiting, type Work } from './kept.ts'
import { sendAll, waitingOf } from './outbox.ts'
import { isShut } from './refusal-word.ts'

/** `shut`: no questions are asked now. `sent`, `kept`, `refused`: what became of the response that was just finished. */
export type Stage = 'loading' | 'noNetwork' | 'shut' | 'filling' | 'sending' | 'sent' | 'kept' | 'refused'

/** How often a phone that is said to be online tries again. */
const patienceMs = 30_000

export function useLink(encodedId: string) {
  const [stage, setStage] = useState<Stage>('loading')
  /** Why the survey takes nothing now. */
  const [refusal, setRefusal] = useState<string>()
  const [form, setForm] = useState<EntryForm>()
  const [work, setWork] = useState<Work>()
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  /** The response that was finished last, by its `clientUuid`. */
  const [finished, setFinished] = useState<string>()
  /** What the server has against the work in hand, and the work as it was sent. */
  const [refused, setRefused] = useState<{ by: Refused; sent: Work }>()

  const send = useCallback(async () => {
    await sendAll(encodedId)
    setWaiting(await waitingOf(encodedId))
  }, [encodedId])

  const show = useCallback(
    async ({ before, form: found, refusal: why, unsent, returned }: Looked) => {
      const begun = workInHand(before, { form: found, refusal: why, returned })
      setWaiting(unsent)
      setRefusal(why)
      setForm(found ?? before?.form)
      setRefused(undefined)
      setWork(begun)
      // A correction is taken whether the survey takes new answers or not.
      const isOpen = why === undefined || begun?.correction !== undefined
      setStage(isOpen ? (begun ? 'filling' : 'noNetwork') : 'shut')
      await send()
    },
    [send],
  )

  useEffect(() => {
    let isGone = false
    async function begin() {
      const looked = await look(encodedId)
      if (!isGone) await show(looked)
    }
    begin().catch(console.error)
    return () => {
      isGone = true
    }
  }, [encodedId, show])

  const isWaiting = waiting.some((each) => !each.refusal)
  useEffect(() => {
    if (!isWaiting) return undefined
    const again = () => void send().catch(console.error)
    const timer = setInterval(again, patienceMs)
    addEventListener('online', again)
    return () => {
      clearInterval(timer)
      removeEventListener('online', again)
    }
  }, [isWaiting, send])

  useEffect(() => {
    if (work && stage === 'filling') keptWorks.put(encodedId, work).catch(console.error)
  }, [encodedId, work, stage])

  const change = useCallback((changes: Partial<Work>) => setWork((before) => before && { ...before, ...changes }), [])
  const answer = useCallback(
    (of: (answers: FormAnswers) => FormAnswers) =>
      setWork((before) => before && { ...before, answers: of(before.answers) }),
    [],
  )

  /** First it is kept, so that nothing is lost; then it is sent when there is a network. */
  async function submit(): Promise<void> {
    if (!work) return
    setStage('sending')
    const key = work.clientUuid
    await keptWaiting.put(key, { encodedId, work, submittedAt: new Date().toISOString() })
    await keptWorks.remove(encodedId)
    await sendAll(encodedId)
    const left = await waitingOf(encodedId)
    const own = left.find((each) => each.work.clientUuid === key)
    if (isShut(own?.refusal?.code)) return startOver()
    if (own?.refusal) return reopen(own)
    setFinished(key)
    setWaiting(left)
    setStage(own ? 'kept' : 'sent')
  }

  /** What the server refused is work in hand again: a correction by the notes that it has by now. */
  async function reopen(item: Waiting): Promise<void> {
    const { code = '', errors = [] } = item.refusal ?? {}
    await keptWaiting.remove(item.work.clientUuid)
    const isOver = item.work.correction !== undefined && (code === 'NOT_RETURNED' || code === 'STALE')
    const returned = isOver ? await findReturned(encodedId, []) : 'UNKNOWN'
    const next = workInHand(item.work, { form, refusal: undefined, returned }) ?? item.work
    await keptWorks.put(encodedId, next)
    setRefused({ by: new Refused(code, errors), sent: item.work })
    setWork(next)
    setWaiting(await waitingOf(encodedId))
    setStage('filling')
  }

  async function startOver(): Promise<void> {
    await show(await look(encodedId))
  }

  return {
    stage: stage === 'kept' ? nowOf(waiting, finished) : stage,
    refusal,
    form,
    work,
    waiting,
    refused,
    change,
    answer,
    submit,
    send,
    reopen,
    startOver,
  }
}

/** What was kept may be sent or refused by now. */
function nowOf(waiting: readonly Waiting[], finished: string | undefined): Stage {
  const own = waiting.find(({ work }) => work.clientUuid === finished)
  if (!own) return 'sent'
  return own.refusal ? 'refused' : 'kept'
}

interface Looked extends Known {
  before: Work | undefined
  unsent: readonly Waiting[]
}

/** What this phone keeps of the link, and what the server says of it now. */
async function look(encodedId: string): Promise<Looked> {
  const before = await keptWorks.get(encodedId)
  const { form, refusal } = await findForm(encodedId)
  const unsent = await waitingOf(encodedId)
  const returned = await findReturned(encodedId, unsent)
  // What was to be corrected is so no longer, and its page takes nothing else.
  const isOver = partsOf(encodedId).returned !== undefined && !returned
  return { before, form, refusal: isOver ? 'NOT_RETURNED' : refusal, unsent, returned }
}

/** The questions as they are now; without a network as they last came. */
async function findForm(encodedId: string): Promise<Pick<Known, 'form' | 'refusal'>> {
  try {
    const form = await loadForm(encodedId)
    await keptForms.put(encodedId, form)
    return { form, refusal: form.refusal ?? undefined }
  } catch (error) {
    if (error instanceof Refused) return { form: undefined, refusal: error.code }
    return { form: await keptForms.get(encodedId), refusal: undefined }
  }
}

/** UNKNOWN without a network. What is corrected already and waits to be sent is not returned any more. */
async function findReturned(
  encodedId: string,
  waiting: readonly Waiting[],
): Promise<ReturnedForm | 'UNKNOWN' | undefined> {
  try {
    const found = await unlessRefused(loadReturned(encodedId))
    const isSent = waiting.some(({ work, refusal }) => found && !refusal && work.correction?.id === found.id)
    return isSent ? undefined : found
  } catch {
    return 'UNKNOWN'
  }
}

interface Known {
  form: EntryForm | undefined
  refusal: string | undefined
  returned: ReturnedForm | 'UNKNOWN' | undefined
}

/** A correction comes first, but never in the place of answers that are in hand and can still be sent. */
function workInHand(before: Work | undefined, { form, refusal, returned }: Known): Work | undefined {
  const blank = form && blankWork(form)
  if (returned === 'UNKNOWN') return before ?? blank
  if (before?.correction) {
    if (!returned) return blank
    const { id, remark } = before.correction
    const next = correctionOf(returned)
    return id === returned.id ? { ...next, answers: before.answers, correction: { ...next.correction, remark } } : next
  }
  const isBegun =
    before !== undefined && isOther(before.answers, before.begunWith ?? {}) && refusal !== 'RESPONSE_REPEATED'
  if (returned && !isBegun) return correctionOf(returned)
  return before ?? blank
}

/** A returned response as work in hand. */
export function correctionOf(returned: ReturnedForm): Work & Required<Pick<Work, 'correction'>> {
  const { id, version, formKey, form, answers, submittedAt } = returned
  const correction = { id, version, day: submittedAt.slice(0, 10), returned: returnedWith(returned), remark: '' }
  return { ...blankWork(form), clientUuid: formKey, answers, correction }
}

function blankWork(form: EntryForm): Work {
  const begunWith = begun(form.content, clockAt(new Date().toLocaleDateString('sv')))
  return {
    clientUuid: crypto.randomUUID(),
    form,
    startedAt: new Date().toISOString(),
    participantPhone: '',
    participantName: '',
    position: undefined,
    answers: begunWith,
    begunWith,
  }
}
