/** One text in several languages: a row for each, the reader's own first. */
import { useIntl } from 'react-intl'
import type { ComponentProps } from 'react'
import { alike, type Localized } from '#domain/surveys/survey.ts'
import { locales } from '#domain/text/locale.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { languageText } from '../../../i18n/language-text.ts'
import './localized.css'

interface LocalizedRowsProps {
  /** Said of each row, before its language. */
  label: string
  texts: Localized
  /** Undefined: no language has a text. */
  onChange: (texts: Localized | undefined) => void
  multiline?: boolean
  disabled?: boolean
  /** Undefined: whatever is wrong is wrong in all of them. */
  isWrong?: ((language: string) => boolean) | undefined
  control: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby' | 'aria-required'>
}

export function LocalizedRows({
  label,
  texts,
  onChange,
  multiline = false,
  disabled = false,
  isWrong,
  control,
}: LocalizedRowsProps) {
  const t = useText()
  const { locale } = useIntl()
  // A text in `pt` needs no other one in `pt-br`.
  const offered = [currentLocale(), ...locales].map((language) => alike(texts, language) ?? language)
  const languages = [...new Set([...offered, ...Object.keys(texts)])]
  const Control = multiline ? TextArea : TextInput

  function change(language: string, text: string) {
    const { [language]: _before, ...others } = texts
    const next = text === '' ? others : { ...texts, [language]: text }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }

  return (
    <div className="localized">
      {languages.map((language, index) => {
        const name = languageText(language, locale, t)
        return (
          <div key={language} className="localized-row">
            <span className="localized-language" aria-hidden="true">
              {name}
            </span>
            <Control
              {...control}
              id={index === 0 ? control.id : `${control.id}-${language}`}
              aria-label={`${label}, ${name}`}
              aria-required={control['aria-required'] === true && index === 0}
              aria-invalid={isWrong ? isWrong(language) : control['aria-invalid']}
              lang={language}
              disabled={disabled}
              value={texts[language] ?? ''}
              onChange={(event) => change(language, event.target.value)}
            />
          </div>
        )
      })}
    </div>
  )
}
