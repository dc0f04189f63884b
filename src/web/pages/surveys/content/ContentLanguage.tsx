import { useIntl } from 'react-intl'
import type { SurveyDetail } from '#contract/surveys.ts'
import { isLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/Select.tsx'
import { languageName, languagesOf, missingTexts } from './content-languages.ts'

interface ContentLanguageProps {
  survey: SurveyDetail
  language: string
  onChoose: (language: string) => void
}

/** In which language the texts are shown, and how many still lack it. */
export function ContentLanguage({ survey, language, onChoose }: ContentLanguageProps) {
  const t = useText()
  const { locale } = useIntl()
  const name = (code: string) => (isLocale(code) ? t(`language.${code}`) : languageName(code, locale))
  const missing = missingTexts(survey.sections, language)
  return (
    <div className="content-language">
      <Select
        aria-label={t('surveys.contentLanguage')}
        className="list-filter"
        value={language}
        options={languagesOf(survey.sections).map((code) => ({ value: code, label: name(code) }))}
        onChange={onChoose}
      />
      {missing > 0 && survey.sections.length > 0 && (
        <span className="content-missing">{t('surveys.untranslated', { count: missing })}</span>
      )}
    </div>
  )
}
