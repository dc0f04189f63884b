import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { languageText } from '../../../i18n/language-text.ts'
import { useContent } from './content-context.ts'
import { languagesOf } from './content-languages.ts'

interface ContentLanguageProps {
  survey: SurveyDetail
  language: string
  onChoose: (language: string) => void
}

/** In which language the texts are shown, and how complete each language is. */
export function ContentLanguage({ survey: { sections }, language, onChoose }: ContentLanguageProps) {
  const t = useText()
  const { locale } = useIntl()
  const { nextMissing } = useContent()
  const languages = useMemo(() => languagesOf(sections), [sections])
  const missing = languages.find(({ code }) => code === language)?.missing ?? 0
  const said = (code: string, count: number) => {
    const name = languageText(code, locale, t)
    return count === 0 ? name : t('surveys.languageMissing', { name, count })
  }
  return (
    <div className="content-language">
      <NativeSelect<string>
        aria-label={t('surveys.contentLanguage')}
        className="list-filter"
        value={language}
        options={languages.map(({ code, missing: count }) => ({ value: code, label: said(code, count) }))}
        onChange={(code) => code !== undefined && onChoose(code)}
      />
      {missing > 0 && (
        <>
          <span className="content-missing">{t('surveys.untranslated', { count: missing })}</span>
          <Button size="small" onClick={nextMissing}>
            {t('surveys.nextMissing')}
          </Button>
        </>
      )}
    </div>
  )
}
