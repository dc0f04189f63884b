import type { Localized } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useTextOr } from '../../../i18n/text.ts'
import { LocalizedRows } from './LocalizedRows.tsx'

interface LocalizedFieldProps {
  name: string
  help?: MessageId
  multiline?: boolean
}

export function LocalizedField({ name, help, multiline = false }: LocalizedFieldProps) {
  const textOr = useTextOr()
  const { name: resource, values, set, readOnly, problems } = useForm()
  const found = problems[name] ?? []
  const isWrong = (language: string) => found.some(({ path }) => path === name || path === `${name}.${language}`)
  return (
    <FieldFrame name={name} help={help}>
      {(control) => (
        <LocalizedRows
          label={textOr(`${resource}.field.${name}`, name)}
          texts={(values[name] ?? {}) as Localized}
          onChange={(texts) => set(name, texts)}
          multiline={multiline}
          disabled={readOnly}
          isWrong={isWrong}
          control={control}
        />
      )}
    </FieldFrame>
  )
}
