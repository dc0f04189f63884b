import type { Localized } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useTextOr } from '../../../i18n/text.ts'
import { LocalizedControl } from './LocalizedControl.tsx'

interface LocalizedFieldProps {
  name: string
  help?: MessageId
  multiline?: boolean
}

export function LocalizedField({ name, help, multiline = false }: LocalizedFieldProps) {
  const textOr = useTextOr()
  const { name: resource, values, set, readOnly } = useForm()
  return (
    <FieldFrame name={name} help={help}>
      {(control) => (
        <LocalizedControl
          label={textOr(`${resource}.field.${name}`, name)}
          texts={(values[name] ?? {}) as Localized}
          onChange={(texts) => set(name, texts)}
          multiline={multiline}
          disabled={readOnly}
          control={control}
        />
      )}
    </FieldFrame>
  )
}
