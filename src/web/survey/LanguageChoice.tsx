import { isLocale, languages as spoken } from '#domain/text/locale.ts'
import { useLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { languageName } from '../questionnaire/languages.ts'
import './language-choice.css'

interface LanguageChoiceProps {
  languages: readonly string[]
  chosen: string
  onChoose: (language: string) => void
}

export function LanguageChoice({ languages, chosen, onChoose }: LanguageChoiceProps) {
  const t = useText()
  const reader = spoken[useLocale()].tag
  return (
    <label className="language-choice">
      {t('preview.language')}
      <select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {languages.map((code) => (
          <option key={code} value={code}>
            {isLocale(code) ? t(`language.${code}`) : languageName(code, reader)}
          </option>
        ))}
      </select>
    </label>
  )
}
