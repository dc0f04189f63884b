/**
 * The form of a part of the content, saved as one writes: after a pause, when a field is left, and when the form goes.
 * What another person changed meanwhile is taken over; where both changed one field, the user chooses.
 */
import { useEffect, useRef, useState } from 'react'
import type { Answered } from '#contract/endpoint.ts'
import type { questions } from '#contract/questions.ts'
import { parseExpression } from '#domain/expressions/expression.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { expressionFields } from '#domain/surveys/survey.ts'
import { ApiError } from '../../../api/api-error.ts'
import { newKey } from '../../../api/client.ts'
import type { FormModel } from '../../../form/form-context.ts'
import {
  changedNames,
  createBody,
  fieldOf,
  isClearable,
  isRequired,
  problemsIn,
  settled,
  sortProblems,
  startingValues,
  updateBody,
  type Values,
} from '../../../form/form-state.ts'
import type { ResourceFormState, Stored } from '../../../form/use-resource-form.ts'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { useText, useTextOr } from '../../../i18n/text.ts'
import { toast } from '../../../ui/toasts.ts'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'
import { useContent } from './content-context.ts'
import { canDelete, canRevert, resources, showRow } from './edits.ts'

/** A pause of the writer. */
const pauseMs = 700

export interface KeptFormProps {
  kind: keyof typeof resources
  /** Undefined: it is not saved yet. */
  row: Stored | undefined
  /** Of a new one. */
  defaults?: object
  /** What undo says of it. */
  labelOf: (row: object) => string
  /** Until then nothing is sent; always unless given. */
  isWhole?: (values: Values) => boolean
}

type KeptForm = Omit<ResourceFormState, 'isDirty' | 'wasKept' | 'save' | 'goBack'> & { save: () => void }

export function useKeptForm({ kind, row, defaults = {}, labelOf, isWhole }: KeptFormProps): KeptForm {
  const t = useText()
  const textOr = useTextOr()
  const problemText = useProblemText()
  const { builder, canWrite } = useContent()
  const resource = resources[kind]
  const { fields } = resource
  const [held, setHeld] = useState(() => ({ row, before: startingValues(fields, row ?? defaults) }))
  const [values, setValues] = useState(held.before)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [error, setError] = useState<ApiError>()
  const [theirs, setTheirs] = useState<Stored>()
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  /** The call under way; undefined: none is. */
  const sending = useRef<Promise<void>>(undefined)
  /** As the server has it, also when the form is gone by then. */
  const kept = useRef(held)
  const isDirty = changedNames(held.before, values).length > 0
  useWarningOnUnload(isDirty)

  if (row && row.version > (theirs ?? held.row)!.version) takeOver(row)

  /** As it was saved elsewhere, with what is not saved here on top. */
  function takeOver(stored: Stored) {
    const base = startingValues(fields, stored)
    const changed = new Set(changedNames(held.before, base))
    const isContested = changedNames(base, settled(held.before, values, base, {})).some((name) => changed.has(name))
    if (isContested) setTheirs(stored)
    else settleOn(stored, {})
  }

  function settleOn(stored: Stored, choices: Parameters<KeptForm['settle']>[0]): [Values, typeof held] {
    const next = { row: stored, before: startingValues(fields, stored) }
    const merged = settled(held.before, values, next.before, choices)
    setHeld(next)
    setValues(merged)
    setTheirs(undefined)
    return [merged, next]
  }

  async function save(current = values, { row: known, before } = kept.current) {
    if (!canWrite || sending.current || changedNames(before, current).length === 0) return
    if ((theirs && known === held.row) || isWhole?.(current) === false) return
    const own = problemsIn(resource, current)
    const found = [...own, ...problems.filter(({ path }) => own.every((problem) => problem.path !== path))]
    setProblems(found)
    setError(undefined)
    // What is wrong waits in its field; the rest is saved.
    const wrong = [...found, ...unreadable(current)].map(({ path }) => [fieldOf(path), before[fieldOf(path)]])
    const sent: Values = { ...current, ...Object.fromEntries(wrong) }
    if (changedNames(before, sent).length === 0) return
    sending.current = send(sent, known, before, found)
    try {
      await sending.current
    } finally {
      sending.current = undefined
    }
  }

  async function send(sent: Values, known: Stored | undefined, before: Values, found: readonly FieldProblem[]) {
    try {
      const body = known ? { ...updateBody(before, sent), version: known.version } : createBody(sent)
      const call = known
        ? () => builder.call(resource.update as typeof questions.update, { params: { id: known.id }, body })
        : () => builder.call(resource.create as typeof questions.create, { body, idempotencyKey: newKey() } as never)
      await builder.run(async () => saved(await call(), sent, known, before))
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown
      if (thrown.code === 'STALE') return showRow(builder, kind, thrown.data as Stored)
      setProblems([...found, ...thrown.errors])
      setError(thrown)
    }
  }

  async function saved(
    { data }: Pick<Answered<typeof questions.update>, 'data'>,
    sent: Values,
    known: Stored | undefined,
    before: Values,
  ) {
    const after = startingValues(fields, data)
    kept.current = { row: data, before: after }
    setHeld(kept.current)
    // What was typed meanwhile, or is wrong, stays; the rest is as the server keeps it.
    setValues((now) => ({ ...after, ...Object.fromEntries(changedNames(sent, now).map((name) => [name, now[name]])) }))
    const label = labelOf(data)
    const names = changedNames(before, sent)
    await showRow(builder, kind, data, names)
    const what = names.map((name) => textOr(`${resource.path}.field.${name}`, name)).join(', ')
    if (known) canRevert(builder, kind, known, data, t('surveys.did.fields', { what, label }))
    else canDelete(builder, { kind, id: data.id }, t('surveys.did.add', { label }))
  }

  /** What is wrong goes with the form. */
  function leave() {
    void Promise.resolve(sending.current).then(() => save())
    const [problem] = [...problems, ...unreadable(values)]
    if (!problem || !isDirty) return
    const name = textOr(`${resource.path}.field.${fieldOf(problem.path)}`, problem.path)
    toast(t('surveys.notSaved', { reason: `${name}: ${problemText(problem)}` }))
  }

  useEffect(() => {
    kept.current = held
  }, [held])
  const last = useRef({ save, leave })
  useEffect(() => {
    last.current = { save, leave }
  })
  useEffect(() => {
    if (theirs || changedNames(held.before, values).length === 0) return undefined
    const timer = setTimeout(() => void last.current.save(), pauseMs)
    return () => clearTimeout(timer)
  }, [values, held, theirs])
  useEffect(() => {
    const again = () => void last.current.save()
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      last.current.leave()
    }
  }, [])

  const { byField, rest } = sortProblems(problems, shown)
  const model: FormModel = {
    name: resource.path,
    values,
    problems: byField,
    row: held.row,
    fileField: '',
    file: undefined,
    setFile: () => undefined,
    readOnly: !canWrite,
    isRequired: (field) => isRequired(fields, field),
    isClearable: (field) => isClearable(fields, field),
    announce: (field) => setShown((names) => (names.has(field) ? names : new Set(names).add(field))),
    set: (field, value) => {
      setValues((current) => ({ ...current, [field]: value }))
      setProblems((all) => all.filter(({ path }) => fieldOf(path) !== field))
    },
  }
  return {
    model,
    before: held.before,
    isSending: false,
    summary: { problems: rest, error: error && error.errors.length > 0 && rest.length === 0 ? undefined : error },
    theirs,
    save: () => void save(),
    settle: async (choices) => {
      if (!theirs) return false
      await save(...settleOn(theirs, choices))
      return true
    },
  }
}

/** Expressions that are half written; their field says so itself. A trigger is a list of codes. */
function unreadable(values: Values): FieldProblem[] {
  return expressionFields.flatMap((path) => {
    const source = values[path]
    const problem =
      typeof source === 'string' && path !== 'trigger' ? parseExpression(source.trim()).problem : undefined
    return problem && source !== '' ? [{ path, ...problem }] : []
  })
}
