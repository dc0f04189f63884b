/**
 * A text that is edited where it is read. It saves itself while its writer pauses and when the field is left; what could
 * not be saved stays in the field with the reason.
 */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Localized } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { isFocusFree, takeFocus } from '../../../ui/focus.ts'
import { ContentText, useShownText } from './ContentText.tsx'
import { useContent } from './content-context.ts'
import type { Part, TextField } from './survey-parts.ts'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'
import { saveText, TextConflict } from './edits.ts'
import { useReason } from './use-reason.ts'

interface EditableTextProps extends Part {
  field: TextField
  text: Localized
}

export function EditableText(props: EditableTextProps) {
  const { kind, id, field, text } = props
  const t = useText()
  const { canWrite, language } = useContent()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shown = useShownText(text)
  if (!canWrite) return <ContentText text={text} />
  if (!open)
    return (
      <button
        ref={button}
        type="button"
        className="content-edit"
        data-text={`${kind}-${id}-${field}`}
        title={t('surveys.editText')}
        aria-label={t('surveys.editTextOf', { text: shown })}
        onClick={() => setOpen(true)}
      >
        <ContentText text={text} />
      </button>
    )
  return (
    <OpenText
      key={language}
      {...props}
      onClose={(way) => {
        setOpen(false)
        // Saving takes a while: a user who has gone on meanwhile stays there.
        if (way === 'BY_KEY') requestAnimationFrame(() => isFocusFree() && button.current?.focus())
      }}
    />
  )
}

interface OpenTextProps extends EditableTextProps {
  onClose: (way: 'BY_KEY' | 'LEFT') => void
}

function OpenText({ onClose, ...edit }: OpenTextProps) {
  const t = useText()
  const { language } = useContent()
  const { typed, state, type, save, settle } = useAutosave({ ...edit, language })

  async function leave(way: 'BY_KEY' | 'LEFT') {
    if (await save()) onClose(way)
  }

  function press(event: KeyboardEvent) {
    // The keys of the row are for moving it, not for the text inside.
    event.stopPropagation()
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)
    if (!isEnd || event.nativeEvent.isComposing) return
    event.preventDefault()
    void leave('BY_KEY')
  }

  return (
    <span className="content-writing">
      <textarea
        ref={takeFocus}
        className="input"
        rows={1}
        lang={language}
        aria-label={t('surveys.textInPlace')}
        aria-invalid={state.step === 'failed' || state.step === 'conflict'}
        maxLength={edit.field === 'title' ? 500 : 2000}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onBlur={() => void leave('LEFT')}
      />
      <output className="content-saving" data-step={state.step}>
        {state.step === 'saving' && t('surveys.saving')}
        {state.step === 'saved' && t('surveys.saved')}
        {state.step === 'failed' && t('surveys.notSaved', { reason: state.reason })}
      </output>
      {state.step === 'conflict' && (
        <span className="content-conflict" role="alert">
          <span>{t('surveys.textConflict', { text: state.theirs === '' ? '–' : state.theirs })}</span>
          <Button size="small" onClick={() => void settle('mine')}>
            {t('surveys.keepMine')}
          </Button>
          <Button size="small" onClick={() => void settle('theirs')}>
            {t('surveys.takeTheirs')}
          </Button>
        </span>
      )}
    </span>
  )
}

type SaveState =
  | { step: 'quiet' | 'saving' | 'saved' }
  | { step: 'failed'; reason: string }
  | { step: 'conflict'; theirs: string }

interface Written extends Part {
  field: TextField
  language: string
  text: Localized
}

/** A pause of the writer. */
const pauseMs = 700

function useAutosave({ kind, id, field, language, text }: Written) {
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
