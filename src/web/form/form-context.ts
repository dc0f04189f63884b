/** What the fields of a form share with it. */
import { createContext, useContext } from 'react'
import type { FieldProblem } from '#domain/problems.ts'
import type { Values } from './form-state.ts'

export interface FormModel {
  /** The resource's path: labels are `<name>.field.<field>`. */
  name: string
  values: Values
  set: (field: string, value: unknown) => void
  problems: Readonly<Record<string, readonly FieldProblem[]>>
  isRequired: (field: string) => boolean
  /** Whether the field may be emptied: what may be left out of a new record cannot always be cleared later. */
  isClearable: (field: string) => boolean
  /** The record being changed; undefined for a new one. */
  row: object | undefined
  /** Name of the upload's file part; '' when the resource takes no file. */
  fileField: string
  file: File | undefined
  setFile: (file: File | undefined) => void
  readOnly: boolean
  /** Fields tell that they are there; problems of others go to the summary. */
  announce: (field: string) => void
}

/** What is wrong with the fields of these names, in the form of one call around them. */
export const ProblemsContext = createContext<(names: readonly string[]) => string[]>(() => [])

export const FormContext = createContext<FormModel | undefined>(undefined)

export function useForm(): FormModel {
  const form = useContext(FormContext)
  if (!form) throw new Error('A field stands outside of a form')
  return form
}
