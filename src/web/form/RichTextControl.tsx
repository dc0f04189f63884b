/** A text with its form in several languages: one is open, and each without a text says so. */
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { locales } from '#domain/text/locale.ts'
import type { Localized } from '#domain/surveys/survey.ts'
import { currentLocale } from '../i18n/locale.ts'
import { languageText } from '../i18n/language-text.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { TextPanes } from '../rich-text/TextPanes.tsx'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { AddLanguage } from './AddLanguage.tsx'
import type { FieldProps } from './controls.tsx'
import { FieldFrame } from './Field.tsx'
import { useForm } from './form-context.ts'

export function RichTextControl({ name, help }: FieldProps) {
  const t = useText()
  const textOr = useTextOr()
  const { locale } = useIntl()
  const { name: resource, values, set, readOnly } = useForm()
  const [added, setAdded] = useState<readonly string[]>([])
  const texts = (values[name] ?? {}) as Localized
  const languages = [...new Set([currentLocale(), ...locales, ...Object.keys(texts), ...added])]
  const [open, setOpen] = useState(() => languages.find((language) => language in texts) ?? currentLocale())
  const label = textOr(`${resource}.field.${name}`, name)
  const nameOf = (language: string) => languageText(language, locale, t)

  function change(markdown: string) {
    const { [open]: _before, ...others } = texts
    set(name, markdown.trim() === '' ? others : { ...texts, [open]: markdown })
  }

  return (
    <FieldFrame name={name} help={help}>
      {({ id, ...control }) => (
        <fieldset id={id} className="text-languages" aria-label={label} aria-describedby={control['aria-describedby']}>
          <RadioGroup
            label={t('rich.languages')}
            legend="unseen"
            options={languages.map((value) => ({
              value,
              label: value in texts ? nameOf(value) : t('rich.missing', { language: nameOf(value) }),
            }))}
            value={open}
            onChange={setOpen}
          />
          <TextPanes
            key={open}
            markdown={texts[open] ?? ''}
            label={`${label}, ${nameOf(open)}`}
            language={open}
            disabled={readOnly}
            onChange={change}
          />
          {!readOnly && (
            <AddLanguage
              onAdd={(language) => {
                setAdded([...added, language])
                setOpen(language)
              }}
            />
          )}
        </fieldset>
      )}
    </FieldFrame>
  )
}
