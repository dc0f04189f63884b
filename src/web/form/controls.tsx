/** The fields of a form, each bound to one name of the resource. Load with the first form. */
import type { ClipboardEventHandler } from 'react'
import { useIntl } from 'react-intl'
import type { Endpoint } from '#contract/endpoint.ts'
import type { MessageId } from '../i18n/messages.ts'
import { useTextOr } from '../i18n/text.ts'
import { NumberInput } from '../ui/NumberInput.tsx'
import { Select } from '../ui/Select.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TextArea, TextInput } from '../ui/TextInput.tsx'
import { FieldFrame } from './Field.tsx'
import { useForm } from './form-context.ts'
import { plainText } from './form-state.ts'
import { decimalText } from './number-text.ts'

export interface FieldProps<Name extends string = string> {
  name: Name
  /** A sentence below the field; left out, `<path>.help.<name>` where there is one. */
  help?: MessageId
}

export interface TextProps<Name extends string = string> extends FieldProps<Name> {
  multiline?: boolean
}

export interface NumberProps<Name extends string = string> extends FieldProps<Name> {
  min?: number
  max?: number
  /** Looks at what is pasted before the field does. */
  onPaste?: ClipboardEventHandler
}

export interface SelectProps<Name extends string = string> extends FieldProps<Name> {
  options: readonly { value: string | number; label: string; disabled?: boolean }[]
}

export interface ChoiceProps<Name extends string = string> extends FieldProps<Name> {
  values: readonly string[]
  /** The beginning of their texts: `sites.status` for `sites.status.ACTIVE`. */
  words: string
}

export interface LookupProps<Name extends string = string> extends FieldProps<Name> {
  /** Where the records are searched; they have a title. */
  list: Endpoint
  /** Where the chosen one's title comes from. */
  get: Endpoint
  /** Which of them may be chosen: words of the list's query. */
  query?: Readonly<Record<string, string>>
  /** The screen where they are added, said while there are none. */
  addAt?: string
}

export interface DateProps<Name extends string = string> extends FieldProps<Name> {
  /** Day and time, as an ISO moment; left out, a day: 2026-11-21. */
  withTime?: boolean
}

export interface ImageProps<Row = object> {
  /** The stored picture of the record, by file id. */
  stored: (row: Row) => number | null
  help?: MessageId
}

export function TextControl({ name, help, multiline = false }: TextProps) {
  const { values, set } = useForm()
  const value = plainText(values[name])
  return (
    <FieldFrame name={name} help={help}>
      {multiline ? (
        <TextArea value={value} onChange={(event) => set(name, event.target.value)} />
      ) : (
        <TextInput value={value} onChange={(event) => set(name, event.target.value)} />
      )}
    </FieldFrame>
  )
}

export function NumberControl({ name, help, min, max, onPaste }: NumberProps) {
  const { values, set } = useForm()
  const { locale } = useIntl()
  return (
    <FieldFrame name={name} help={help}>
      <NumberInput
        {...(min === undefined ? {} : { min })}
        {...(max === undefined ? {} : { max })}
        {...(onPaste ? { onPaste } : {})}
        parser={(text) => decimalText(text, locale)}
        value={(values[name] as number | string | undefined) ?? null}
        onChange={(value) => set(name, value)}
      />
    </FieldFrame>
  )
}

export function SelectControl({ name, help, options }: SelectProps) {
  const { values, set, isClearable, readOnly } = useForm()
  return (
    <FieldFrame name={name} help={help}>
      <Select
        className="field-wide"
        disabled={readOnly}
        allowClear={isClearable(name)}
        showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
        value={(values[name] as string | number | undefined) ?? undefined}
        options={[...options]}
        onChange={(value) => set(name, value)}
      />
    </FieldFrame>
  )
}

export function ChoiceControl({ values, words, ...field }: ChoiceProps) {
  const textOr = useTextOr()
  const options = values.map((value) => ({ value, label: textOr(`${words}.${value}`, value) }))
  return <SelectControl {...field} options={options} />
}

export function SwitchControl({ name, help }: FieldProps) {
  const { values, set, readOnly } = useForm()
  return (
    <FieldFrame name={name} help={help} alwaysSet>
      {({ id }) => (
        <Switch id={id} disabled={readOnly} checked={values[name] === true} onChange={(on) => set(name, on)} />
      )}
    </FieldFrame>
  )
}
