import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { languagesByName, languageText } from '../../../i18n/language-text.ts'
import type { Text } from '../../../i18n/text.ts'
import { locales } from '#domain/text/locale.ts'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { useContent } from './content-context.ts'
import { languagesOf } from './content-languages.ts'

interface ContentLanguageProps {
  survey: SurveyDetail
  language: string
  onChoose: (language: string) => void
}

/** In which language the texts are shown, and how complete each language is; a further one is chosen in the same place. */
export function ContentLanguage({ survey, language, onChoose }: ContentLanguageProps) {
  const t = useText()
  const { locale } = useIntl()
  const { canWrite } = useContent()
  const view = useOpenedWord('view')
  const languages = useMemo(() => languagesOf(survey, language), [survey, language])
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
        options={[
          ...languages.map(({ code, missing: count }) => ({ value: code, label: said(code, count) })),
          ...(canWrite ? [furtherLanguages(languages, locale, t)] : []),
        ]}
        onChange={(code) => code !== undefined && onChoose(code)}
      />
      <Button size="small" onClick={() => view.open('translations')}>
        {t('surveys.translations')}
      </Button>
    </div>
  )
}

/** Those that a survey does not have, as a group of a choice: those of the product first. */
export function furtherLanguages(known: readonly { code: string }[], reader: string, t: Text) {
  const names = new Map(languagesByName(reader).map(({ code, name }) => [code, name]))
  const codes = new Set([...locales, ...names.keys()])
  const isKnown = (code: string) => known.some((each) => each.code === code)
  const options = [...codes]
    .filter((code) => !isKnown(code))
    .map((value) => ({ value, label: names.get(value) ?? languageText(value, reader, t) }))
  return { label: t('surveys.addLanguage'), options }
}
