import { type SubmitEvent, useId, useRef, useState } from 'react'
import type { Answer } from '#contract/answers.ts'
import type { QuestionWithAnswers } from '#contract/questions.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { useContent } from './content-context.ts'
import { EditableText } from './EditableText.tsx'
import { RowTools, useMoveKeys } from './RowTools.tsx'
import { inOrder } from './survey-parts.ts'
import { useShownText } from './ContentText.tsx'
import { ApiError } from '../../../api/api-error.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { addOptions } from './edits.ts'
import { type PastedOption, readPasted } from './pasted-options.ts'
import { useReason } from './use-reason.ts'

/** So many are drawn at first: a question may have thousands. */
const shownAtFirst = 100

export function OptionList({ question }: { question: QuestionWithAnswers }) {
  const t = useText()
  const { canWrite } = useContent()
  const [all, setAll] = useState(false)
  const options = inOrder(question.answers)
  const shown = all ? options : options.slice(0, shownAtFirst)
  return (
    <div className="content-options">
      <ol>
        {shown.map((option) => (
          <OptionItem key={option.id} option={option} />
        ))}
      </ol>
      {shown.length < options.length && (
        <Button look="text" onClick={() => setAll(true)}>
          {t('surveys.allOptions', { count: options.length })}
        </Button>
      )}
      {canWrite && <OptionAdder question={question} />}
    </div>
  )
}

function OptionItem({ option }: { option: Answer }) {
  const t = useText()
  const { id, text, code, firstVersion } = option
  const label = useShownText(text)
  const part = { kind: 'answer', id } as const
  const onKeyDown = useMoveKeys(part, label)
  return (
    // The keys act on the row inside that has the focus; the menu of each row has the same.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li className="content-option" id={`answer-${id}`} data-row={`answer-${id}`} tabIndex={-1} onKeyDown={onKeyDown}>
      <div className="content-line">
        <code className="content-code">{code}</code>
        <EditableText {...part} field="text" text={text} />
        {option.parentCode !== null && (
          <span className="content-mark">{t('surveys.belowOption', { code: option.parentCode })}</span>
        )}
        {option.isOther && <span className="content-mark">{t('answers.field.isOther')}</span>}
        {option.exclusive && <span className="content-mark">{t('answers.field.exclusive')}</span>}
      </div>
      <RowTools {...part} label={label} firstVersion={firstVersion} />
    </li>
  )
}

const OptionFileDialog = lazyDialog(async () => (await import('./OptionFileDialog.tsx')).OptionFileDialog)

/** Options by Enter, one after the other; a pasted list adds all of its lines at once. */
function OptionAdder({ question }: { question: QuestionWithAnswers }) {
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
