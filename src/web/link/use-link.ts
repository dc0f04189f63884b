/** One visit of a public link: its questions, the work in hand, and what waits to be sent. */
import { useCallback, useEffect, useState } from 'react'
import type { EntryForm } from '#contract/entry.ts'
import type { Given } from '../questionnaire/given.ts'
import { loadForm, Refused } from './calls.ts'
import { dropFiles, keptForms, keptWaiting, keptWorks, type Waiting, type Work } from './kept.ts'
import { sendAll, waitingOf } from './outbox.ts'

/** `sent`, `kept`, `refused`: what became of the response that was just finished. */
export type Stage = 'loading' | 'noNetwork' | 'filling' | 'sending' | 'sent' | 'kept' | 'refused'

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

  useEffect(() => {
    let isGone = false
    async function begin() {
      const before = await keptWorks.get(encodedId)
      const { form: found, refusal: why } = await findForm(encodedId)
      setWaiting(await waitingOf(encodedId))
      if (isGone) return
      setRefusal(why)
      setForm(found ?? before?.form)
      const begun = before ?? (found && blankWork(found))
      setWork(begun)
      setStage(begun ? 'filling' : why === undefined ? 'noNetwork' : 'loading')
      await send()
    }
    begin().catch(console.error)
    return () => {
      isGone = true
    }
  }, [encodedId, send])

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
    (of: (answers: Given) => Given) => setWork((before) => before && { ...before, answers: of(before.answers) }),
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
    if (own?.refusal) return reopen(own)
    setFinished(key)
    setWaiting(left)
    setStage(own ? 'kept' : 'sent')
  }

  /** What the server refused is work in hand again. */
  async function reopen(item: Waiting): Promise<void> {
    await keptWorks.put(encodedId, item.work)
    await keptWaiting.remove(item.work.clientUuid)
    const { code = '', errors = [] } = item.refusal ?? {}
    setRefused({ by: new Refused(code, errors), sent: item.work })
    setWork(item.work)
    setWaiting(await waitingOf(encodedId))
    setStage('filling')
  }

  async function drop({ work: { clientUuid } }: Waiting): Promise<void> {
    await keptWaiting.remove(clientUuid)
    await dropFiles(clientUuid)
    setWaiting(await waitingOf(encodedId))
  }

  function startOver(): void {
    if (!form) return
    setRefused(undefined)
    setWork(blankWork(form))
    setStage('filling')
  }

  return {
    stage: stage === 'kept' ? nowOf(waiting, finished) : stage,
    refusal,
    work,
    waiting,
    refused,
    change,
    answer,
    submit,
    send,
    reopen,
    drop,
    startOver,
  }
}

/** What was kept may be sent or refused by now. */
function nowOf(waiting: readonly Waiting[], finished: string | undefined): Stage {
  const own = waiting.find(({ work }) => work.clientUuid === finished)
  if (!own) return 'sent'
  return own.refusal ? 'refused' : 'kept'
}

/** The questions as they are now; without a network as they last came. */
async function findForm(encodedId: string): Promise<{ form?: EntryForm; refusal?: string }> {
  try {
    const form = await loadForm(encodedId)
    await keptForms.put(encodedId, form)
    return form.refusal === null ? { form } : { form, refusal: form.refusal }
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.code }
    const form = await keptForms.get(encodedId)
    return form ? { form } : {}
  }
}

function blankWork(form: EntryForm): Work {
  return {
    clientUuid: crypto.randomUUID(),
    form,
    startedAt: new Date().toISOString(),
    participantPhone: '',
    participantName: '',
    position: undefined,
    answers: {},
  }
}
