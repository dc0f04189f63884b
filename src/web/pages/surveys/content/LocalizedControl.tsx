/** A text in one language: that of the content, else the one that is chosen beside it. */
import { type ComponentProps, use, useState } from 'react'
import { useIntl } from 'react-intl'
import { alike, type Localized, textIn } from '#domain/surveys/survey.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { languageText } from '../../../i18n/language-text.ts'
import { useText } from '../../../i18n/text.ts'
import { locales } from '#domain/text/locale.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'
import { ContentContext } from './content-context.ts'
import './localized.css'

interface LocalizedControlProps {
  /** Said before the language. */
  label: string
  texts: Localized
  /** Undefined: no language has a text. */
  onChange: (texts: Localized | undefined) => void
  multiline?: boolean
  disabled?: boolean
  control: Pick<ComponentProps<'input'>, 'id' | 'aria-invalid' | 'aria-describedby' | 'aria-required'>
}

export function LocalizedControl({ label, texts, onChange, multiline, control, ...props }: LocalizedControlProps) {
  const t = useText()
  const { locale } = useIntl()
  const own = currentLocale()
  const content = use(ContentContext)
  const [chosen, setChosen] = useState(() => alike(texts, own) ?? Object.keys(texts)[0] ?? own)
  const language = content?.language ?? chosen
  const languages = [...new Set([chosen, ...Object.keys(texts), ...locales.map((each) => alike(texts, each) ?? each)])]
  const Control = multiline ? TextArea : TextInput

  function change(text: string) {
    const { [language]: _before, ...others } = texts
    const next = text === '' ? others : { ...texts, [language]: text }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }

  const field = (
    <Control
      {...control}
      {...props}
      aria-label={`${label}, ${languageText(language, locale, t)}`}
      lang={language}
      placeholder={textIn(texts, language)}
      value={texts[language] ?? ''}
      onChange={(event) => change(event.target.value)}
    />
  )
  if (content) return field
  return (
    <div className="localized-row">
      <NativeSelect<string>
        aria-label={t('surveys.languageOf', { label })}
        value={language}
        options={languages.map((value) => ({ value, label: languageText(value, locale, t) }))}
        onChange={(code) => code !== undefined && setChosen(code)}
      />
      {field}
    </div>
  )
}
