/**
 * `const Form = resourceForm(companies)` → the form of a resource and its fields, their names checked by tsc:
 *   <Form.Modal editing={editing} onDone={close}> <Form.Text name="title" /> ... </Form.Modal>
 * Labels are the messages `<path>.field.<name>`, the title `<path>.new` and `<path>.edit`. Everything here loads when a
 * form opens first.
 */
import { type ComponentType, type ReactNode } from 'react'
import type * as z from 'zod/mini'
import type { Endpoint, ObjectSchema } from '#contract/endpoint.ts'
import { type MessageId } from '../i18n/messages.ts'
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
import type { FormProps } from './form-state.ts'

type Declared = FormResource & { row: ObjectSchema }

type FormRow<R extends Declared> = z.output<R['row']>

interface ModalProps<R extends Declared> extends Omit<FormProps<FormRow<R>>, 'readOnly'> {
  /** Instead of the usual words for a new record or a change; said of a saved record that has no name. */
  title?: string
  /** Large: a text is written in it. */
  size?: 'medium' | 'large'
  /** Values a new record starts with; also those without a field. */
  defaults?: Partial<z.input<R['fields']>>
  /** What else shows this record and loads again. */
  refreshes?: readonly Endpoint[]
  /** What is said instead of the usual words; `failed` is said besides what the form shows. */
  said?: { saved?: MessageId; failed?: MessageId }
  /** Gets what the server answered, before the form closes. */
  onSaved?: (answer: unknown) => void
  readOnly?: boolean
  children: ReactNode
}

/** The fields by what they hold. */
interface FieldControls<Name extends string = string, Row = object> {
  Text: ComponentType<TextProps<Name>>
  Number: ComponentType<NumberProps<Name>>
  Select: ComponentType<SelectProps<Name>>
  Choice: ComponentType<ChoiceProps<Name>>
  Lookup: ComponentType<LookupProps<Name>>
  Switch: ComponentType<FieldProps<Name>>
  Unit: ComponentType<FieldProps<Name>>
  RichText: ComponentType<FieldProps<Name>>
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
  Unit: lazyComponent(async () => (await import('./UnitControl.tsx')).UnitControl, 'administrative-units'),
  RichText: lazyComponent(async () => (await import('./RichTextControl.tsx')).RichTextControl, 'rich'),
  Date: lazyComponent(async () => (await import('./DateControl.tsx')).DateControl),
  Image: lazyComponent(async () => (await import('./ImageControl.tsx')).ImageControl),
}

export type ResourceForm<R extends Declared> = ReturnType<typeof resourceForm<R>>

export function resourceForm<R extends Declared>(resource: R) {
  type Name = keyof z.input<R['fields']> & string
  function Modal({ editing, ...props }: ModalProps<R>) {
    if (!editing) return null
    const key = editing.type === 'create' ? 'new' : editing.id
    return <FormDialog key={key} resource={resource} editing={editing} {...props} />
  }
  return { Modal, ...(controls as unknown as FieldControls<Name, FormRow<R>>) }
}
