import { useState } from 'react'
import { forms } from '#contract/response-files.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { type Locale, locales } from '#domain/text/locale.ts'
import { download } from '../../../api/download.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { DownloadButton } from '../../../ui/DownloadButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'

interface TemplateCardProps {
  survey: SurveyDetail
  version: number
}

export function TemplateCard({ survey, version }: TemplateCardProps) {
  const t = useText()
  const [lang, setLang] = useState<Locale>(currentLocale())

  return (
    <Panel heading={t('excel.template')}>
      <p>{t('excel.templateText', { version })}</p>
      {survey.changedSincePublish && <Note tone="warning">{t('excel.templateOld', { version })}</Note>}
      <div className="excel-row">
        <NativeSelect<Locale>
          aria-label={t('excel.templateLanguage')}
          className="list-filter"
          value={lang}
          options={locales.map((value) => ({ value, label: t(`language.${value}`) }))}
          onChange={(chosen) => chosen && setLang(chosen)}
        />
        <DownloadButton fetch={() => download(forms.template, { params: { surveyId: survey.id }, query: { lang } })}>
          {t('excel.download')}
        </DownloadButton>
      </div>
    </Panel>
  )
}
