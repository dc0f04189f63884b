/** All forms of a collector on this phone: what can be filled in, corrected, and what was begun, waits or was sent. */
import { useCallback, useEffect, useState } from 'react'
import type { EntryForm } from '#contract/entry.ts'
import { isOther } from '../questionnaire/given.ts'
import { loadFile, loadForm, loadOpenForms, loadReturned, loadReturnedRows, Refused, unlessRefused } from './calls.ts'
import { keptCollectors, type KeptCollector, keptForms, keptSent, keptWorks, type Sent, type Waiting } from './kept.ts'
import { isOf, partsOf } from './link-name.ts'
import { sendAll, waitingOf } from './outbox.ts'
import { correctionOf } from './use-link.ts'

/** How long a phone says what it sent. */
const sentDays = 30

export interface CollectorState {
  /** Undefined: this phone was never online with this token. */
  known: KeptCollector | undefined
  /** A refusal of the server, or NETWORK: what is shown is as it last was. */
  trouble: string | undefined
  /** The links of answers in hand. */
  begun: readonly string[]
  waiting: readonly Waiting[]
  /** The latest first. */
  sent: readonly Sent[]
}

/** Undefined while it is looked up. */
export function useCollector(token: string) {
  const [state, setState] = useState<CollectorState>()

  const look = useCallback(async () => {
    // What was corrected is sent before the server is asked what is to be corrected.
    const before = await keptCollectors.get(token)
    if (before) await sendAll(before.key)
    const { known, trouble } = await findKnown(token)
    // A new token of the same person sends what an ended one left.
    if (known && !before) await sendAll(known.key)
    setState({ known, trouble, ...(known ? await keptOf(known.key) : { begun: [], waiting: [], sent: [] }) })
  }, [token])

  useEffect(() => {
    const again = () => void look().catch(console.error)
    again()
    addEventListener('online', again)
    // The way back to this page shows it as it was.
    addEventListener('pageshow', again)
    return () => {
      removeEventListener('online', again)
      removeEventListener('pageshow', again)
    }
  }, [look])

  return { state, look }
}

async function findKnown(token: string): Promise<Pick<CollectorState, 'known' | 'trouble'>> {
  const before = await keptCollectors.get(token)
  try {
    const { collector, forms } = await loadOpenForms()
    const known: KeptCollector = {
      key: `@${collector.key}`,
      name: collector.name,
      forms,
      returned: await loadReturnedRows(),
      prints: { ...before?.prints },
    }
    // Should the network end on the way, what has come is there.
    try {
      await fetchForms(known)
      await fetchReturned(known)
    } finally {
      await keptCollectors.put(token, known)
    }
    return { known, trouble: undefined }
  } catch (error) {
    const trouble = error instanceof Refused ? error.code : 'NETWORK'
    return { known: await keptCollectors.get(token), trouble }
  }
}

/** The questions and files of each form, for a day without a network; those that came before are not asked for again. */
async function fetchForms({ key, forms, prints }: KeptCollector): Promise<void> {
  for (const { encodedId, print } of forms) {
    const link = encodedId + key
    const before = await keptForms.get(link)
    // Lists of the house's own records change by themselves.
    const isMade = before?.content.files?.some(({ source }) => source)
    if (before && !isMade && prints[encodedId] === print) continue
    const form = await unlessRefused(loadForm(link))
    if (!form) continue
    await keptForms.put(link, form)
    await fetchFiles(link, form)
    prints[encodedId] = print
  }
}

/** Each returned response as work in hand; what was corrected elsewhere goes. */
async function fetchReturned({ key, returned }: KeptCollector): Promise<void> {
  const links = returned.map(({ encodedId, id }) => `${encodedId}${key}/${id}`)
  for (const link of links) {
    const found = (await keptWorks.get(link)) ? undefined : await unlessRefused(loadReturned(link))
    if (!found) continue
    await keptWorks.put(link, correctionOf(found))
    await fetchFiles(link, found.form)
  }
  for (const link of await keptWorks.keys()) {
    const { collector, returned: id } = partsOf(link)
    if (collector === key && id !== undefined && !links.includes(link)) await keptWorks.remove(link)
  }
}

/** Lists, which questions choose from. Pictures come with the form itself. */
async function fetchFiles(link: string, { content }: EntryForm): Promise<void> {
  for (const file of content.files ?? []) if (file.kind === 'LIST') await loadFile(link, file)
}

async function keptOf(key: string): Promise<Pick<CollectorState, 'begun' | 'waiting' | 'sent'>> {
  const begun: string[] = []
  for (const link of await keptWorks.keys()) {
    const work = isOf(link, key) ? await keptWorks.get(link) : undefined
    if (work && !work.correction && isOther(work.answers, work.begunWith ?? {})) begun.push(link)
  }
  const since = new Date(Date.now() - sentDays * 86_400_000).toISOString()
  const sent: Sent[] = []
  for (const id of await keptSent.keys()) {
    const each = await keptSent.get(id)
    if (each && each.at < since) await keptSent.remove(id)
    else if (each && isOf(each.link, key)) sent.push(each)
  }
  return { begun, waiting: await waitingOf(key), sent: sent.sort((a, b) => b.at.localeCompare(a.at)) }
}
