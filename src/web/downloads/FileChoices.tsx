import { downloadFormats, multipleForms, valueForms } from '#contract/downloads.ts'
import { locales } from '#domain/text/locale.ts'
import { fileTypes, type Section } from '#domain/surveys/survey.ts'
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
  const texts = sections.flatMap(({ questions }) => questions.map(({ text }) => text))
  const formats = downloadFormats.filter((format) => format !== 'zip' || hasFiles(sections))
  const languages = [...new Set<string>([...locales, ...texts.flatMap(Object.keys)])]
  return (
    <>
      <RadioGroup
        label={t('responses.download.format')}
        value={look.format}
        options={formats.map((value) => ({ value, label: t(`responses.download.format.${value}`) }))}
        onChange={(format) => onChange({ ...look, format })}
      />
      {look.format !== 'zip' && <AnswerChoices look={look} languages={languages} onChange={onChange} />}
      {look.format !== 'zip' && look.format !== 'geojson' && (
        <label className="download-mark">
          <input
            type="checkbox"
            checked={look.identity === 'removed'}
            onChange={({ target }) => onChange({ ...look, identity: target.checked ? 'removed' : 'kept' })}
          />
          {t('responses.download.identity')}
        </label>
      )}
      {namesColumns.includes(look.format) && isOfForm(sections) && (
        <label className="download-mark">
          <input
            type="checkbox"
            checked={look.headings === 'paths'}
            onChange={(event) => onChange({ ...look, headings: event.target.checked ? 'paths' : 'codes' })}
          />
          {t('responses.download.paths')}
        </label>
      )}
    </>
  )
}

/** Other programs know variables by short names alone. */
const namesColumns: readonly Look['format'][] = ['xlsx', 'csv']

function isOfForm(sections: readonly Section[]): boolean {
  return sections.some(({ formPath }) => typeof formPath === 'string')
}

function hasFiles(sections: readonly Section[]): boolean {
  return sections.some(({ questions }) => questions.some(({ type }) => fileTypes.includes(type)))
}

interface AnswerChoicesProps extends Omit<FileChoicesProps, 'sections'> {
  languages: readonly string[]
}

/** How answers are written. */
function AnswerChoices({ look, languages, onChange }: AnswerChoicesProps) {
  const t = useText()
  const reader = currentLocale()
  return (
    <>
      {look.format !== 'sav' && (
        <RadioGroup
          label={t('responses.download.values')}
          value={look.values}
          options={valueForms.map((value) => ({ value, label: t(`responses.download.values.${value}`) }))}
          onChange={(values) => onChange({ ...look, values })}
        />
      )}
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
