/**
 * The line in which a questionnaire is written: Enter makes a question of it, `/` chooses its type, `#` begins a section.
 * Behind a question of choices its next lines are options, until an empty one. The field never waits: what is entered is
 * saved in its order, and what is refused comes back with all that followed.
 */
import { PlusOutlined } from '@ant-design/icons'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { choiceTypes } from '#domain/surveys/survey.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useText } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'
import { addOptions, addQuestion, addSection } from './edits.ts'
import { readPasted } from './pasted-options.ts'
import { TypeTiles, useKindName } from './TypeTiles.tsx'
import { useReason } from './use-reason.ts'
import {
  commandIn,
  indented,
  isSectionKind,
  kindsFor,
  type LineKind,
  lineOf,
  usualKinds,
  withoutCommand,
} from './written-line.ts'
import type { Draft, Entered } from './writing.ts'

interface WritingLineProps {
  /** Undefined: the survey has none yet. */
  sectionId: number | undefined
  /** The question that what is written comes before; undefined: at the end of the section. */
  before?: number | undefined
  /** Whose options alone are written here. */
  question?: { id: number; label: string }
}

const blank: Draft = { text: '', kind: 'TEXT', of: undefined }

export function WritingLine({ sectionId, before, question }: WritingLineProps) {
  const t = useText()
  const nameOf = useKindName()
  const reasonOf = useReason()
  const { builder, language, writing, optioned, openQuestion } = useContent()
  const own = { ...blank, of: question }
  const adding = (label: string) => t('surveys.did.add', { label })
  const [draft, setDraft] = useState<Draft>(own)
  const [problem, setProblem] = useState('')
  const [dismissed, setDismissed] = useState(false)
  const [chosen, setChosen] = useState(0)
  const field = useRef<HTMLTextAreaElement>(null)
  /** As the field has it: the work on earlier lines sees it, too. */
  const now = useRef(draft)
  const entered = useRef<Entered[]>([])
  const isBusy = useRef(false)
  /** The last question, which gets the options. */
  const questionId = useRef(question?.id)
  const id = useId()
  const request = writing.use()
  const isMine = !question && request !== undefined && request.sectionId === sectionId && request.before === before

  function put(change: Partial<Draft>) {
    now.current = { ...now.current, ...change }
    setDraft(now.current)
    setChosen(0)
    setDismissed(false)
  }

  const latest = useRef(work)
  useEffect(() => {
    latest.current = work
  })
  useLayoutEffect(() => {
    if (!isMine) return
    field.current?.focus()
    const given = request.take?.()
    if (!given) return
    put(given.draft)
    entered.current.push(...given.entered)
    void latest.current()
  }, [isMine, request])

  const command = draft.of || dismissed ? undefined : commandIn(draft.text)
  const offered = command === undefined ? [] : kindsFor(command, nameOf)
  const current = offered[Math.min(chosen, offered.length - 1)]

  function take(kind: LineKind) {
    put({ kind, text: withoutCommand(now.current.text) })
    field.current?.focus()
  }

  function enter(typed = now.current.text) {
    const { kind, of } = now.current
    const line: Entered = of ? { kind: undefined, text: typed } : lineOf(typed, kind)
    if (line.text.trim() === '') return of && end()
    entered.current.push(line)
    const hasOptions = line.kind !== undefined && !isSectionKind(line.kind) && choiceTypes.includes(line.kind)
    put({ ...blank, of: of ?? (hasOptions ? { label: line.text } : undefined) })
    void work()
  }

  /** The last option was written. */
  function end() {
    if (question) writing.set(builder.lineAfter(question.id))
    else {
      put(blank)
      optioned.set(undefined)
    }
  }

  async function work() {
    if (isBusy.current) return
    isBusy.current = true
    let section: number | undefined
    for (let line = next(); line; line = section === undefined ? next() : undefined) {
      try {
        section = await make(line)
        setProblem('')
      } catch (error) {
        giveBack(line, error)
      }
    }
    if (section === undefined) isBusy.current = false
    else writing.set({ sectionId: section, before: undefined, take: handOver })
  }

  /** Options that follow one another are one. */
  function next(): Entered | undefined {
    const line = entered.current.shift()
    if (line?.kind !== undefined) return line
    const end = entered.current.findIndex(({ kind }) => kind !== undefined)
    const options = entered.current.splice(0, end < 0 ? entered.current.length : end)
    return line && { kind: undefined, text: [line, ...options].map(({ text }) => text).join('\n') }
  }

  /** To the line of a new section, with what was typed since. */
  function handOver() {
    const given = { draft: now.current, entered: entered.current.splice(0) }
    isBusy.current = false
    put(own)
    return given
  }

  /** The new section, in which its line goes on. */
  async function make(line: Entered): Promise<number | undefined> {
    const { kind, text } = line
    if (kind === undefined) return makeOptions(text)
    if (isSectionKind(kind))
      return addSection(builder, { language, text, repeats: kind === 'ROSTER', after: sectionId }, adding(text))
    if (sectionId === undefined) {
      entered.current.unshift(line)
      const title = t('surveys.line.firstSection')
      return addSection(builder, { language, text: title, repeats: false, after: undefined }, adding(title))
    }
    questionId.current = await addQuestion(builder, { sectionId, before, language, text, type: kind }, adding(text))
    if (now.current.of) optioned.set(questionId.current)
    return undefined
  }

  async function makeOptions(text: string): Promise<undefined> {
    const { current: id } = questionId
    const options = readPasted(text)
    if (options.length === 0 || id === undefined) return undefined
    openQuestion(id)
    const done = (label: string) => t('surveys.did.options', { count: options.length, label })
    try {
      await addOptions(builder, { questionId: id, language, options }, done)
      return undefined
    } catch (error) {
      const [, index] = /^answers\[(\d+)\]/.exec((error instanceof ApiError && error.errors[0]?.path) || '') ?? []
      const line = options[Number(index)]?.line
      throw line === undefined ? error : new Error(t('surveys.pasteProblem', { line, problem: reasonOf(error) }))
    }
  }

  function giveBack({ kind, text }: Entered, error: unknown) {
    const later = entered.current.splice(0).map((line) => line.text)
    const all = [text, ...later, now.current.text].filter((line) => line !== '')
    const of = kind === undefined ? (now.current.of ?? { label: '' }) : undefined
    put({ text: all.join('\n'), kind: kind ?? 'TEXT', of })
    setProblem(error instanceof Error && !(error instanceof ApiError) ? error.message : reasonOf(error))
  }

  function press(event: KeyboardEvent) {
    // The keys of the row are for moving it, not for the text inside.
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const deeper = event.key === 'Tab' && !draft.of ? indented(draft.text, event.shiftKey) : undefined
    if (deeper !== undefined) put({ text: deeper })
    else if (current && step) setChosen((offered.indexOf(current) + step + offered.length) % offered.length)
    else if (current && (event.key === 'Enter' || event.key === 'Tab')) take(current)
    else if (event.key === 'Enter' && !event.shiftKey) enter()
    else if (event.key === 'Escape' && current) setDismissed(true)
    else if (event.key === 'Escape' && draft.of) end()
    else if (event.key === 'Escape' && draft.text === '') leave()
    else return
    event.preventDefault()
  }

  /** An empty line between two questions goes again. */
  function leave() {
    if (before !== undefined && now.current.text === '' && !isBusy.current) writing.set(undefined)
  }

  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text/plain')
    if (!pasted.trim().includes('\n')) return
    event.preventDefault()
    if (now.current.of) enter(now.current.text + pasted)
    else builder.pasted.set(pasted)
  }

  const { of } = draft
  return (
    <div className="writing-line" data-writes={of ? 'options' : 'questions'}>
      <PlusOutlined aria-hidden="true" />
      <textarea
        ref={field}
        className="input"
        rows={1}
        lang={language}
        aria-label={of ? t('surveys.newOptionOf', { label: of.label }) : t('surveys.newQuestion')}
        placeholder={of ? t('surveys.line.optionHint') : t('surveys.line.hint')}
        aria-autocomplete="list"
        aria-controls={`${id}-kinds`}
        aria-activedescendant={current && `${id}-kinds-${current}`}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        value={draft.text}
        onChange={(event) => put({ text: event.target.value })}
        onKeyDown={press}
        onPaste={paste}
        onBlur={leave}
      />
      {!of && (
        <TypeTiles
          id={`${id}-kinds`}
          kinds={command === undefined ? usualKinds : offered}
          current={current ?? draft.kind}
          onTake={take}
          onAll={command === undefined ? () => put({ text: `${now.current.text} /`.trimStart() }) : undefined}
        />
      )}
      <p id={`${id}-problem`} className="field-problem" role="alert">
        {problem}
      </p>
    </div>
  )
}
