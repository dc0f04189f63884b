/** What a text shows beside itself: files of the survey, or new ones. Where a text has several languages, so may they. */
import { useIntl } from 'react-intl'
import type { SurveyDetail } from '#contract/surveys.ts'
import { type Media, type MediaKind, mediaKinds, showsAs, type SurveyFile } from '#domain/surveys/survey-files.ts'
import { defaultLanguage } from '#domain/surveys/survey.ts'
import { FieldFrame } from '../../../form/Field.tsx'
import { useForm } from '../../../form/form-context.ts'
import { languageText } from '../../../i18n/language-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Select } from '../../../ui/Select.tsx'
import { NewFiles } from './FilesPanel.tsx'
import './localized.css'

export function MediaField({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const { locale } = useIntl()
  const { values, set, readOnly } = useForm()
  const media = (values['media'] ?? {}) as Media
  const languages = Object.keys(values['text'] ?? values['title'] ?? {})
  const [main = defaultLanguage] = languages
  const files = survey.files ?? []

  function choose(kind: MediaKind, language: string, name: string | undefined) {
    const { [kind]: { [language]: _before, ...others } = {}, ...kinds } = media
    const names = name === undefined ? others : { ...others, [language]: name }
    const next = Object.keys(names).length > 0 ? { ...kinds, [kind]: names } : kinds
    set('media', Object.keys(next).length > 0 ? next : null)
  }

  function take(file: SurveyFile) {
    const kind = mediaKinds.find((each) => file.mime.startsWith(`${each}/`))
    if (kind && !media[kind]) choose(kind, main, file.name)
  }

  const rows = mediaKinds.flatMap((kind) => {
    const { [kind]: names = {}, image } = media
    const [first = main, ...others] = Object.keys(names)
    if (kind === 'big-image' && !image && others.length === 0) return []
    const shown = Object.keys(names).length === 0 ? [first] : [...new Set([first, ...languages, ...others])]
    return shown.map((language, index) => ({ kind, language, name: names[language], isFirst: index === 0 }))
  })
  return (
    <FieldFrame name="media">
      {(control) => (
        <div className="localized">
          {rows.map(({ kind, language, name, isFirst }, index) => {
            const words = languageText(language, locale, t)
            const offered = files.filter((file) => showsAs(file, kind)).map((file) => file.name)
            return (
              <div key={`${kind} ${language}`} className="localized-row">
                <span className="localized-language" aria-hidden="true">
                  {isFirst ? t(`media.${kind}`) : words}
                </span>
                <Select<string>
                  {...control}
                  id={index === 0 ? control.id : `${control.id}-${kind}-${language}`}
                  aria-label={`${t(`media.${kind}`)}, ${words}`}
                  allowClear
                  showSearch
                  disabled={readOnly}
                  placeholder={t(isFirst ? 'media.none' : 'media.same')}
                  value={name ?? null}
                  options={[...new Set([...offered, ...(name === undefined ? [] : [name])])].map((value) => ({
                    value,
                  }))}
                  onChange={(chosen: string | undefined) => choose(kind, language, chosen)}
                />
              </div>
            )
          })}
          {!readOnly && <NewFiles survey={survey} accept="image/*,audio/*,video/*" onAdded={take} />}
        </div>
      )}
    </FieldFrame>
  )
}
