/**
 * A text that is edited where it is read. It saves itself while its writer pauses and when the field is left; what could
 * not be saved stays in the field with the reason.
 */
import { useRef, useState, type KeyboardEvent } from 'react'
import type { Localized } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import { isFocusFree, takeFocus } from '../../../ui/focus.ts'
import { ContentText, useShownText } from './ContentText.tsx'
import { useContent } from './content-context.ts'
import type { Part, TextField } from './survey-parts.ts'
import { useAutosave } from './use-autosave.ts'
import { WritingState } from './WritingState.tsx'

interface EditableTextProps extends Part {
  field: TextField
  text: Localized
}

export function EditableText(props: EditableTextProps) {
  const { id, text } = props
  const t = useText()
  const { canWrite, language, writing, builder } = useContent()
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const shown = useShownText(text)
  const named = text[language] === undefined ? `${shown} ${t('surveys.notTranslated')}` : shown
  if (!canWrite) return <ContentText text={text} />
  if (!open)
    return (
      <button
        ref={button}
        type="button"
        className="content-edit"
        title={t('surveys.editText')}
        aria-label={t('surveys.editTextOf', { text: named })}
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
        if (way === 'ENTERED') writing.set(builder.lineAfter(id))
        // Saving takes a while: a user who has gone on meanwhile stays there.
        if (way === 'BY_KEY') requestAnimationFrame(() => isFocusFree() && button.current?.focus())
      }}
    />
  )
}

/** `ENTERED`: by Enter at its end, behind which the next question is written. */
type Way = 'BY_KEY' | 'ENTERED' | 'LEFT'

interface OpenTextProps extends EditableTextProps {
  onClose: (way: Way) => void
}

function OpenText({ onClose, ...edit }: OpenTextProps) {
  const t = useText()
  const { language } = useContent()
  const { typed, state, type, save, settle } = useAutosave({ ...edit, language })

  async function leave(way: Way) {
    if (await save()) onClose(way)
  }

  function press(event: KeyboardEvent) {
    // The keys of the row are for moving it, not for the text inside.
    event.stopPropagation()
    const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)
    if (!isEnd || event.nativeEvent.isComposing) return
    event.preventDefault()
    const { selectionStart, value } = event.target as HTMLTextAreaElement
    const goesOn = event.key === 'Enter' && edit.kind === 'question' && edit.field === 'text'
    void leave(goesOn && selectionStart === value.length ? 'ENTERED' : 'BY_KEY')
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
      <WritingState state={state} settle={settle} />
    </span>
  )
}
