import { languages as spoken } from '#domain/text/locale.ts'
import { useLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { languageText } from '../i18n/language-text.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
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
      <NativeSelect<string>
        value={chosen}
        options={languages.map((code) => ({
          value: code,
          label: languageText(code, reader, t),
        }))}
        onChange={(code = chosen) => onChoose(code)}
      />
    </label>
  )
}
