/**
 * An expression of a question or a section: codes, choices and functions are offered as they are typed, and what cannot be read
 * is marked where it is.
 */
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ExpressionSource } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import {
  aroundProblem,
  choiceAt,
  type Completion,
  isInText,
  mostOffered,
  offersFor,
  wordAt,
} from './expression-words.ts'
import { useExpression } from './use-expression.ts'
import './expression.css'

export function ExpressionField({ name, help }: { name: keyof ExpressionSource; help: MessageId }) {
  const t = useText()
  const problemText = useProblemText()
  const { values, set, problems: refused, readOnly } = useForm()
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState<'typing' | 'all'>()
  const [chosen, setChosen] = useState(0)
  const [caret, setCaret] = useState(0)
  const { offers: named, choicesOf, problems } = useExpression(name)
  const value = typeof values[name] === 'string' ? values[name] : ''
  const choice = choiceAt(value, caret)
  const choices = choice ? choicesOf(choice.code) : []
  const isChoice = choice !== undefined && choices.length > 0
  const all = isChoice ? choices : named
  const typed = isChoice ? choice : wordAt(value, caret)
  const isWritten = all.some(({ name: known }) => known === typed.text)
  // Asked for without a beginning, all are offered, to be put where the caret is.
  const word = open === 'all' && isWritten ? { begin: caret, end: caret, text: '' } : typed
  const matching = open === undefined || (!isChoice && isInText(value, caret)) ? [] : offersFor(all, word.text)
  // A word that is written out needs no list.
  const isWhole = open === 'typing' && matching.length === 1 && matching[0]?.name === word.text
  const offers = isWhole ? [] : matching.slice(0, open === 'all' ? undefined : mostOffered)
  const current = offers[Math.min(chosen, offers.length - 1)]
  const shown = (refused[name] ?? []).length > 0 ? [] : problems

  function show(how: typeof open) {
    setCaret(field.current?.selectionStart ?? value.length)
    setChosen(0)
    setOpen(how)
  }

  function take({ insert }: Completion) {
    const { begin, end } = word
    const before = value.slice(0, begin)
    const put = /\w$/.test(before) ? ` ${insert}` : insert
    const next = begin + put.length
    // At once: a key that is pressed before the next frame goes behind the word.
    flushSync(() => {
      set(name, before + put + value.slice(end))
      setOpen(undefined)
    })
    field.current?.focus()
    field.current?.setSelectionRange(next, next)
  }

  function press(event: KeyboardEvent) {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      return show('all')
    }
    if (!current || event.nativeEvent.isComposing) return undefined
    const steps = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key as keyof typeof steps]
    if (step) setChosen((offers.indexOf(current) + step + offers.length) % offers.length)
    else if (event.key === 'Enter' || event.key === 'Tab') take(current)
    else if (event.key === 'Escape') setOpen(undefined)
    else return undefined
    // Neither leaves the field, sends the form nor closes it.
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <FieldFrame name={name} help={help}>
      {(control) => (
        <div className="expression">
          <TextArea
            {...control}
            ref={field}
            rows={1}
            aria-autocomplete="list"
            aria-controls={listId}
            aria-activedescendant={current && `${listId}-${current.name}`}
            aria-describedby={`${listId}-problems ${control['aria-describedby']}`}
            aria-invalid={control['aria-invalid'] || shown.length > 0}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            readOnly={readOnly}
            value={value}
            onChange={({ target }) => {
              set(name, target.value)
              setCaret(target.selectionStart)
              setChosen(0)
              const { value: next, selectionStart: at } = target
              setOpen(wordAt(next, at).text === '' && !choiceAt(next, at) ? undefined : 'typing')
            }}
            onKeyDown={press}
            onBlur={() => setOpen(undefined)}
          />
          {/* A list of the browser opens by itself and knows no caret. */}
          {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role */}
          <div id={listId} role="listbox" aria-label={t('questions.insertCode')} hidden={offers.length === 0}>
            {offers.map((offer) => (
              <button
                type="button"
                tabIndex={-1}
                key={offer.kind + offer.name}
                id={`${listId}-${offer.name}`}
                // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
                role="option"
                aria-selected={offer === current}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => take(offer)}
              >
                <code>{offer.kind === 'function' ? `${offer.name}()` : offer.name}</code> <span>{offer.about}</span>
              </button>
            ))}
          </div>
          {!readOnly && (
            <Button
              size="small"
              look="link"
              onClick={() => {
                field.current?.focus()
                show(open === 'all' ? undefined : 'all')
              }}
            >
              {t('questions.insertCode')}
            </Button>
          )}
          <div id={`${listId}-problems`} aria-live="polite">
            {shown.map((problem) => (
              <Problem key={problem.code + String(problem.limit)} source={value} at={placeOf(value, problem.limit)}>
                {problemText(problem)}
              </Problem>
            ))}
          </div>
        </div>
      )}
    </FieldFrame>
  )
}

/** Blanks before the expression are not sent: its places count from behind them. */
function placeOf(value: string, limit: unknown): number {
  return Number(limit ?? 1) + value.length - value.trimStart().length
}

function Problem({ source, at, children }: { source: string; at: number; children: string }) {
  const [before, word, after] = aroundProblem(source, at)
  return (
    <div className="expression-problem">
      <p className="field-problem">{children}</p>
      <code aria-hidden="true">
        {before.slice(-40)}
        <mark>{word === '' ? ' ' : word}</mark>
        {after.slice(0, 40)}
      </code>
    </div>
  )
}
