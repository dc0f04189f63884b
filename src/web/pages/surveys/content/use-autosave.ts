/** One text that is being written: what is typed, what is saved of it, and what became of the last attempt. */
import { useEffect, useRef, useState } from 'react'
import type { Localized } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'
import { useContent } from './content-context.ts'
import { saveText, TextConflict } from './edits.ts'
import type { TextField, TextOwner } from './survey-parts.ts'
import { useReason } from './use-reason.ts'

export type SaveState =
  | { step: 'quiet' | 'saving' | 'saved' }
  | { step: 'failed'; reason: string }
  | { step: 'conflict'; theirs: string }

interface Written extends TextOwner {
  field: TextField
  language: string
  text: Localized
}

/** A pause of the writer. */
const pauseMs = 700

export function useAutosave({ kind, id, field, language, text }: Written) {
  const t = useText()
  const reasonOf = useReason()
  const { builder } = useContent()
  const [typed, setTyped] = useState(text[language] ?? '')
  const [saved, setSaved] = useState(typed)
  const [state, setState] = useState<SaveState>({ step: 'quiet' })
  /** As typed, and as the server has it as far as this field knows. */
  const now = useRef({ typed, saved: typed })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const current = useRef<Promise<boolean>>(undefined)
  useWarningOnUnload(typed.trim() !== saved)

  async function write(): Promise<boolean> {
    const wanted = now.current.typed.trim()
    const { saved: before } = now.current
    if (wanted === before) return true
    setState({ step: 'saving' })
    try {
      const edit = { kind, id, field, language, text: wanted, before }
      await saveText(builder, edit, t('surveys.did.text', { text: before || wanted }))
      now.current.saved = wanted
      setSaved(wanted)
      setState({ step: 'saved' })
      return true
    } catch (error) {
      if (error instanceof TextConflict) setState({ step: 'conflict', theirs: error.theirs })
      else setState({ step: 'failed', reason: reasonOf(error) })
      return false
    }
  }

  /** Whether all that was typed is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer.current)
    await current.current
    const writing = write()
    current.current = writing
    return writing
  }

  const last = useRef(save)
  useEffect(() => {
    last.current = save
  })
  const isFailed = state.step === 'failed'
  useEffect(() => {
    if (!isFailed) return undefined
    const again = () => void last.current()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isFailed])
  // The tab may be left in the middle of a word.
  useEffect(() => () => void last.current(), [])

  return {
    typed,
    state,
    type: (next: string) => {
      setTyped(next)
      now.current.typed = next
      if (state.step === 'conflict') return
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void last.current(), pauseMs)
    },
    save: () => (state.step === 'conflict' ? Promise.resolve(false) : save()),
    /** Answers a conflict: ours over theirs, or theirs. */
    settle: (side: 'mine' | 'theirs') => {
      if (state.step !== 'conflict') return Promise.resolve(true)
      now.current.saved = state.theirs
      if (side === 'theirs') {
        now.current.typed = state.theirs
        setTyped(state.theirs)
      }
      setState({ step: 'quiet' })
      return save()
    },
  }
}
