/** One opened form: its values, its problems, what it sends and how it fares. The dialog around it is FormDialog.tsx. */
import { isCancelledError } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Upload } from '#contract/endpoint.ts'
import type { FieldProblem } from '#domain/problems.ts'
import type { Resource } from '#contract/resource.ts'
import { ApiError } from '../api/api-error.ts'
import { useSend } from '../api/query.ts'
import type { FormModel } from './form-context.ts'
import { takeKept, useKeptWork } from './kept-work.ts'
import {
  changedNames,
  createBody,
  fieldOf,
  isClearable,
  isRequired,
  settled,
  problemsIn,
  type Side,
  sortProblems,
  startingValues,
  updateBody,
  type Values,
} from './form-state.ts'

export interface Stored {
  id: number
  version: number
}

/** What a form needs to know of the records it is for. Without `update` it only makes new ones. */
export interface FormResource extends Pick<Resource, 'path' | 'fields' | 'rule'> {
  create: Endpoint
  update?: Endpoint
  /** Where the records are shown: loaded again after saving. */
  list?: Endpoint
  get?: Endpoint
  upload?: Upload | undefined
}

export interface ResourceFormState {
  model: FormModel
  before: Values
  isDirty: boolean
  /** Goes on with what was typed when the session ended. */
  wasKept: boolean
  isSending: boolean
  /** Problems of no field of this form, and refusals that are not about fields. */
  summary: { problems: readonly FieldProblem[]; error: ApiError | undefined }
  /** The record as another person saved it while this form was open (409 STALE). */
  theirs: Stored | undefined
  /** True when saved. */
  save: () => Promise<boolean>
  /** Answers to a conflict. */
  settle: (choices: Readonly<Record<string, Side>>) => Promise<boolean>
  goBack: () => void
}

/** What a form holds that is not saved. */
interface Work {
  row: Stored | undefined
  before: Values
  values: Values
  file: File | undefined
}

interface Send {
  mutateAsync: (input: object) => Promise<unknown>
  isPending: boolean
}

interface FormOptions {
  /** What else shows this record and loads again. */
  refreshes?: readonly Endpoint[] | undefined
  /** Gets what the server answered, before the form closes. */
  onSaved?: ((answer: unknown) => void) | undefined
  /** The server or the network refused; a conflict is not a refusal but a question. */
  onRefused?: () => void
}

export function useResourceForm(
  resource: FormResource,
  opened: Stored | undefined,
  defaults: object,
  options: FormOptions = {},
): ResourceFormState {
  const { fields, upload } = resource
  const keptAs = `${resource.path}:${opened?.id ?? 'new'}`
  const [kept] = useState(() => takeKept(keptAs) as Work | undefined)
  const [row, setRow] = useState(kept ? kept.row : opened)
  const [before, setBefore] = useState(() => kept?.before ?? startingValues(fields, opened ?? defaults))
  const [values, setValues] = useState(kept?.values ?? before)
  const [file, setFile] = useState(kept?.file)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])
  const [error, setError] = useState<ApiError>()
  const [theirs, setTheirs] = useState<Stored>()
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set())
  const { create, update = create, list, get } = resource
  const refreshes = [list, get, ...(options.refreshes ?? [])].filter((endpoint) => endpoint !== undefined)
  const send = useSend(row ? update : create, { refreshes, once: row === undefined }) as unknown as Send
  const isDirty = file !== undefined || changedNames(before, values).length > 0
  useKeptWork(keptAs, isDirty ? ({ row, before, values, file } satisfies Work) : undefined)

  async function save(current: Values = values, base: Values = before, version = row?.version): Promise<boolean> {
    const found = problemsIn(resource, current)
    setProblems(found)
    setError(undefined)
    if (found.length > 0) return false
    if (row && file === undefined && changedNames(base, current).length === 0) return true
    try {
      const body = row ? { ...updateBody(base, current), version } : createBody(current)
      const answer = await send.mutateAsync({
        ...(row ? { params: { [idParam(update.path)]: row.id } } : {}),
        body,
        file,
      })
      options.onSaved?.(answer)
      return true
    } catch (thrown) {
      // Cut off by the end of the session: the page is being left.
      if (isCancelledError(thrown)) return false
      if (!(thrown instanceof ApiError)) throw thrown
      refused(thrown)
      return false
    }
  }

  function refused(refusal: ApiError) {
    if (refusal.code === 'STALE' && isStored(refusal.data)) return setTheirs(refusal.data)
    setProblems(refusal.errors)
    setError(refusal)
    options.onRefused?.()
  }

  function settleOn(stored: Stored, next: (theirValues: Values) => Values): [next: Values, base: Values] {
    const base = startingValues(fields, stored)
    const merged = next(base)
    setRow(stored)
    setBefore(base)
    setValues(merged)
    setTheirs(undefined)
    return [merged, base]
  }

  const { byField, rest } = sortProblems(problems, shown)
  return {
    model: {
      name: resource.path,
      values,
      problems: byField,
      row,
      fileField: upload?.file ?? '',
      file,
      setFile,
      readOnly: false,
      isRequired: (field) => (field === upload?.file ? upload.required : isRequired(fields, field)),
      isClearable: (field) => isClearable(fields, field),
      announce: (field) => setShown((names) => (names.has(field) ? names : new Set(names).add(field))),
      set: (field, value) => {
        setValues((current) => ({ ...current, [field]: value }))
        setProblems((all) => all.filter(({ path }) => fieldOf(path) !== field))
      },
    },
    before,
    isDirty,
    wasKept: kept !== undefined,
    isSending: send.isPending,
    summary: { problems: rest, error: error && error.errors.length > 0 && rest.length === 0 ? undefined : error },
    theirs,
    save: () => save(),
    settle: (choices) => {
      if (!theirs) return Promise.resolve(false)
      const [next, base] = settleOn(theirs, (their) => settled(before, values, their, choices))
      return save(next, base, theirs.version)
    },
    goBack: () => setTheirs(undefined),
  }
}

/** `/users/editRolePermission/{roleId}` names a record by its `roleId`. */
function idParam(path: string): string {
  return /\{(\w+)\}/.exec(path)?.[1] ?? 'id'
}

function isStored(data: unknown): data is Stored {
  return typeof data === 'object' && data !== null && 'version' in data && 'id' in data
}
