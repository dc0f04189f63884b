import { downloadFormats, multipleForms, valueForms } from '#contract/downloads.ts'
import { locales } from '#domain/locale.ts'
import type { Section } from '#domain/survey.ts'
import { languageText } from '../i18n/language-text.ts'
import { currentLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { RadioGroup } from '../ui/RadioGroup.tsx'
import { Select } from '../ui/Select.tsx'
import type { Look } from './look.ts'

interface FileChoicesProps {
  look: Look
  /** Of the survey, for its languages. */
  sections: readonly Section[]
  onChange: (look: Look) => void
}

export function FileChoices({ look, sections, onChange }: FileChoicesProps) {
  const t = useText()
  const reader = currentLocale()
  const texts = sections.flatMap(({ questions }) => questions.map(({ text }) => text))
  const languages = [...new Set<string>([...locales, ...texts.flatMap(Object.keys)])]
  return (
    <>
      <RadioGroup
        label={t('responses.download.format')}
        value={look.format}
        options={downloadFormats.map((value) => ({ value, label: t(`responses.download.format.${value}`) }))}
        onChange={(format) => onChange({ ...look, format })}
      />
      <RadioGroup
        label={t('responses.download.values')}
        value={look.values}
        options={valueForms.map((value) => ({ value, label: t(`responses.download.values.${value}`) }))}
        onChange={(values) => onChange({ ...look, values })}
      />
      <RadioGroup
        label={t('responses.download.multiple')}
        value={look.multiple}
        options={multipleForms.map((value) => ({ value, label: t(`responses.download.multiple.${value}`) }))}
        onChange={(multiple) => onChange({ ...look, multiple })}
      />
      <label className="download-language">
        <span>{t('responses.download.language')}</span>
        <Select
          aria-label={t('responses.download.language')}
          value={look.language}
          options={languages.map((value) => ({ value, label: languageText(value, reader, t) }))}
          onChange={(language) => onChange({ ...look, language })}
        />
      </label>
    </>
  )
}
