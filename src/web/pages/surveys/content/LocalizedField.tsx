/** One text in several languages: a row for each, the reader's own first. */
import { useIntl } from 'react-intl'
import type { Localized } from '#domain/survey.ts'
import { locales } from '#domain/locale.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { currentLocale, isLocale } from '../../../i18n/locale.ts'
import { useText, useTextOr } from '../../../i18n/text.ts'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { languageName } from './content-languages.ts'
import './localized.css'

interface LocalizedFieldProps {
  name: string
  help?: MessageId
  multiline?: boolean
}

export function LocalizedField({ name, help, multiline = false }: LocalizedFieldProps) {
  const t = useText()
  const textOr = useTextOr()
  const { locale } = useIntl()
  const { name: resource, values, set, readOnly } = useForm()
  const texts = (values[name] ?? {}) as Localized
  const languages = [...new Set([currentLocale(), ...locales, ...Object.keys(texts)])]
  const Control = multiline ? TextArea : TextInput
  const label = textOr(`${resource}.field.${name}`, name)

  function change(language: string, text: string) {
    const { [language]: _before, ...others } = texts
    const next = text === '' ? others : { ...texts, [language]: text }
    set(name, Object.keys(next).length === 0 ? undefined : next)
  }

  return (
    <FieldFrame name={name} help={help}>
      {(control) => (
        <div className="localized">
          {languages.map((language, index) => {
            const languageText = isLocale(language) ? t(`language.${language}`) : languageName(language, locale)
            return (
              <div key={language} className="localized-row">
                <span className="localized-language" aria-hidden="true">
                  {languageText}
                </span>
                <Control
                  {...control}
                  id={index === 0 ? control.id : `${control.id}-${language}`}
                  aria-label={`${label}, ${languageText}`}
                  aria-required={control['aria-required'] && index === 0}
                  lang={language}
                  disabled={readOnly}
                  value={texts[language] ?? ''}
                  onChange={(event) => change(language, event.target.value)}
                />
              </div>
            )
          })}
        </div>
      )}
    </FieldFrame>
  )
}
