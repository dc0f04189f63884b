import { DownloadOutlined } from '@ant-design/icons'
import { useState } from 'react'
import { forms } from '#contract/response-files.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { type Locale, locales } from '#domain/text/locale.ts'
import { download } from '../../../api/download.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
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
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()

  async function save() {
    setBusy(true)
    setError(undefined)
    try {
      await download(forms.template, { params: { surveyId: survey.id }, query: { lang } })
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }

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
        <Button icon={<DownloadOutlined />} loading={busy} onClick={() => void save()}>
          {t('excel.download')}
        </Button>
      </div>
      <ErrorNote error={error} />
    </Panel>
  )
}
