/**
 * `const Form = resourceForm(companies)` → the form of a resource and its fields, their names checked by tsc:
 *   <Form.Modal row={table.editing} onDone={table.closeForm}> <Form.Text name="title" /> ... </Form.Modal>
 * Labels are the messages `<path>.field.<name>`, the title `<path>.new` and `<path>.edit`. Everything here loads when a
 * form opens first.
 */
import { type ComponentType, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import type { MessageId } from '../i18n/messages.ts'
import { lazyComponent } from '../lazy-component.ts'
import { lazyDialog } from '../lazy-dialog.tsx'
import type { FormDialogProps } from './FormDialog.tsx'
import type {
  ChoiceProps,
  DateProps,
  FieldProps,
  ImageProps,
  LookupProps,
  NumberProps,
  SelectProps,
  TextProps,
} from './controls.tsx'
import type { FormResource } from './use-resource-form.ts'
import type { Editing } from '../list/use-resource-table.ts'

type Declared = FormResource & { row: ObjectSchema }

interface ModalProps<R extends Declared> {
  /** `table.editing`; undefined: closed. */
  row: Editing<z.output<R['row']>> | undefined
  /** Instead of the usual words for a new record or a change. */
  title?: string
  /** Closes the form: after saving, and when it is given up. */
  onDone: () => void
  /** Values a new record starts with; also those without a field. */
  defaults?: Partial<z.input<R['fields']>>
  /** What else shows this record and loads again. */
  refreshes?: readonly Endpoint[]
  /** What is said instead of the usual words; `failed` is said besides what the form shows. */
  said?: { saved?: MessageId; failed?: MessageId }
  /** Gets what the server answered, before the form closes. */
  onSaved?: (answer: unknown) => void
  /** Shown, not changed: for those who may read only. */
  readOnly?: boolean
  children: ReactNode
}

/** The fields by what they hold. */
export interface FieldControls<Name extends string = string, Row = object> {
  Text: ComponentType<TextProps<Name>>
  Number: ComponentType<NumberProps<Name>>
  Select: ComponentType<SelectProps<Name>>
  Choice: ComponentType<ChoiceProps<Name>>
  Lookup: ComponentType<LookupProps<Name>>
  Switch: ComponentType<FieldProps<Name>>
  Unit: ComponentType<FieldProps<Name>>
  Date: ComponentType<DateProps<Name>>
  Image: ComponentType<ImageProps<Row>>
}

const FormDialog: ComponentType<FormDialogProps> = lazyDialog(async () => (await import('./FormDialog.tsx')).FormDialog)

const controls = {
  Text: lazyComponent(async () => (await import('./controls.tsx')).TextControl),
  Number: lazyComponent(async () => (await import('./controls.tsx')).NumberControl),
  Select: lazyComponent(async () => (await import('./controls.tsx')).SelectControl),
  Choice: lazyComponent(async () => (await import('./controls.tsx')).ChoiceControl),
  Switch: lazyComponent(async () => (await import('./controls.tsx')).SwitchControl),
  Lookup: lazyComponent(async () => (await import('./LookupControl.tsx')).LookupControl),
  Unit: lazyComponent(async () => (await import('../units/load-units.ts')).loadUnitControl()),
  Date: lazyComponent(async () => (await import('./DateControl.tsx')).DateControl),
  Image: lazyComponent(async () => (await import('./ImageControl.tsx')).ImageControl),
}

export type ResourceForm<R extends Declared> = ReturnType<typeof resourceForm<R>>

export function resourceForm<R extends Declared>(resource: R) {
  type Name = keyof z.input<R['fields']> & string
  function Modal({ row, ...props }: ModalProps<R>) {
    if (!row) return null
    const key = row.type === 'create' ? 'new' : row.id
    return <FormDialog key={key} resource={resource} editing={row} {...props} />
  }
  return { Modal, ...(controls as unknown as FieldControls<Name, z.output<R['row']>>) }
}
