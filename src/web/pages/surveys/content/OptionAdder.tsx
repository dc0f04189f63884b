import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { useContent } from './content-context.ts'
import { addOptions } from './edits.ts'
import { type PastedOption, readPasted } from './pasted-options.ts'
import { useReason } from './use-reason.ts'

const OptionFileDialog = lazyDialog(async () => (await import('./OptionFileDialog.tsx')).OptionFileDialog)

/** Options by Enter, one after the other; a pasted list adds all of its lines at once. */
export function OptionAdder({ question }: { question: QuestionWithAnswers }) {
  const t = useText()
  const reasonOf = useReason()
  const { language, openForm, openQuestion, builder } = useContent()
  const [text, setText] = useState('')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState('')
  const [filing, setFiling] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const entered = useRef<string[]>([])
  const errorId = useId()
  const isList = text.trim().includes('\n')

  async function add(event?: SubmitEvent) {
    event?.preventDefault()
    // The field is free at once: what a fast user enters meanwhile follows when this is saved.
    entered.current.push(text)
    setText('')
    if (busy) return
    setBusy(true)
    while (entered.current.length > 0) await addTyped(entered.current.splice(0).join('\n'))
    setBusy(false)
  }

  /** Back into the field, before what was typed since. */
  function giveBack(typed: string) {
    const all = [typed, ...entered.current.splice(0)]
    setText((since) => [...all, since].filter((part) => part !== '').join('\n'))
  }

  async function addTyped(typed: string) {
    const options = readPasted(typed)
    if (options.length === 0) return
    setError('')
    openQuestion(question.id)
    try {
      const what = t('surveys.did.options', { count: options.length, label: question.code })
      await addOptions(builder, { questionId: question.id, language, options }, what)
      field.current?.focus()
    } catch (thrown) {
      setError(reasonAt(thrown, options))
      giveBack(typed)
    }
  }

  /** With the line that the refusal is about. */
  function reasonAt(thrown: unknown, options: readonly PastedOption[]): string {
    const path = thrown instanceof ApiError ? thrown.errors[0]?.path : undefined
    const [, index] = /^answers\[(\d+)\]/.exec(path ?? '') ?? []
    const line = options[Number(index)]?.line
    const problem = reasonOf(thrown)
    return line === undefined ? problem : t('surveys.pasteProblem', { line, problem })
  }

  return (
    <>
      <form className="content-adder" onSubmit={(event) => void add(event)}>
        <TextArea
          ref={field}
          aria-label={t('surveys.newOption')}
          placeholder={t('surveys.pasteHint')}
          rows={1}
          lang={language}
          value={text}
          aria-invalid={error !== ''}
          aria-describedby={errorId}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            event.stopPropagation()
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            event.preventDefault()
            void add()
          }}
        />
        <Button type="submit" loading={busy}>
          {isList ? t('surveys.addOptions', { count: readPasted(text).length }) : t('surveys.addOption')}
        </Button>
        <Button look="text" onClick={() => openForm(`answer:new:${question.id}`)}>
          {t('surveys.addOptionDetailed')}
        </Button>
        <Button look="text" onClick={() => setFiling(true)}>
          {t('surveys.optionFile')}
        </Button>
        <p id={errorId} className="field-problem" role="alert">
          {error}
        </p>
      </form>
      {filing && <OptionFileDialog question={question} onClose={() => setFiling(false)} />}
    </>
  )
}
