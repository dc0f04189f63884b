/** All texts of a survey, side by side in two languages. */
import { type KeyboardEvent, memo, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { translations } from '#contract/translations.ts'
import type { NoticePlace } from '#domain/surveys/notices.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { type TextPlace, textPlaces } from '#domain/surveys/text-places.ts'
import { languageText } from '../../../i18n/language-text.ts'
import { type Text, useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { ImportDialog } from '../../../uploads/ImportDialog.tsx'
import { download } from '../../../api/download.ts'
import { useSend } from '../../../api/query.ts'
import { useCan } from '../../../api/session.ts'
import { useContent } from './content-context.ts'
import { ContentLanguage } from './ContentLanguage.tsx'
import { completenessOf } from './content-languages.ts'
import { useAutosave } from './use-autosave.ts'
import { WritingState } from './WritingState.tsx'
import './translations.css'

const refreshes = [surveys.get]

interface TranslationsProps {
  survey: SurveyDetail
  /** That is written. */
  language: string
  onChoose: (language: string) => void
  onClose: () => void
}

export function Translations({ survey, language, onChoose, onClose }: TranslationsProps) {
  const t = useText()
  const { locale } = useIntl()
  const { attempt, canWrite } = useContent()
  const languages = useMemo(() => completenessOf(survey), [survey])
  const [chosen, setSource] = useState<string>()
  const source = chosen ?? languages.find(({ code }) => code !== language)?.code ?? language
  // What was missing when the filter was set: a text stays while it is written.
  const [missing, setMissing] = useState<ReadonlySet<string>>()
  const [open, setOpen] = useState<'file' | 'removal'>()
  const [files, setFiles] = useState(0)
  const removal = useSend(translations.remove, { refreshes })
  const params = { surveyId: survey.id, language }
  const name = languageText(language, locale, t)
  const all = textPlaces(survey)
  const places = all.filter((place) => !missing || missing.has(place.key))
  const going = all.filter(({ kind, text }) => kind !== 'notice' && text[language] !== undefined).length
  const mayWriteKept = useCan('texts.write')
  const { missing: without = 0, of = 0 } = languages.find(({ code }) => code === language) ?? {}

  function choose(code: string) {
    setMissing(undefined)
    onChoose(code)
  }

  async function remove(): Promise<undefined> {
    await removal.mutateAsync({ params })
    toast(t('surveys.languageRemoved', { language: name }))
    onChoose(source)
  }

  function showMissing(only: boolean) {
    const untranslated = all.filter(({ text }) => text[language] === undefined)
    setMissing(only ? new Set(untranslated.map(({ key }) => key)) : undefined)
  }

  return (
    <div className="translations">
      <div className="translations-bar">
        <label>
          {t('surveys.translateFrom')}
          <ContentLanguage
            label={t('surveys.translateFrom')}
            survey={survey}
            language={source}
            takesMore={false}
            onChoose={setSource}
          />
        </label>
        <label>
          {t('surveys.translateTo')}
          <ContentLanguage
            label={t('surveys.translateTo')}
            survey={survey}
            language={language}
            takesMore={canWrite}
            onChoose={choose}
          />
        </label>
        <label className="translations-only">
          <input
            type="checkbox"
            checked={missing !== undefined}
            onChange={({ target }) => showMissing(target.checked)}
          />
          {t('surveys.missingOnly')}
        </label>
        {canWrite && (
          <>
            <Button onClick={() => setOpen('file')}>{t('surveys.translationFile')}</Button>
            {languages.length > 1 && (
              <Button onClick={() => (without < of ? setOpen('removal') : attempt(remove))}>
                {t('surveys.removeLanguage')}
              </Button>
            )}
          </>
        )}
        <Button onClick={onClose}>{t('surveys.backToContent')}</Button>
      </div>
      {places.length === 0 && <p className="list-empty">{t('surveys.nothingMissing')}</p>}
      <ol>
        {places.map((place) => (
          <Row
            key={`${place.key} ${language} ${files}`}
            place={place}
            source={source}
            language={language}
            canWrite={canWrite && (place.kind !== 'notice' || mayWriteKept)}
          />
        ))}
      </ol>
      {open === 'file' && (
        <ImportDialog
          title={t('surveys.translationFileTitle', { language: name })}
          text={t('surveys.translationFileText')}
          importing={translations.upload}
          params={params}
          columns={{}}
          template={() => void download(translations.download, { params, query: { from: source } })}
          refreshes={refreshes}
          renderDone={(_file, taken) => (
            <Note said="politely" tone="success">
              {t('surveys.translationsTaken', taken)}
            </Note>
          )}
          onClose={() => {
            // The fields begin again with what the file brought.
            setFiles(files + 1)
            setOpen(undefined)
          }}
        />
      )}
      {open === 'removal' && (
        <ConfirmDialog
          title={t('surveys.removeLanguage')}
          action={t('surveys.removeLanguage')}
          danger
          run={remove}
          onClose={() => setOpen(undefined)}
        >
          <p>{t('surveys.removeLanguageSure', { language: name, count: going })}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

function placeText({ kind, field, key }: TextPlace, t: Text): string {
  if (kind === 'section') return t('surveys.place.section')
  if (kind === 'notice') return t(`surveys.field.${key.slice('survey.'.length) as NoticePlace}TextId`)
  return kind === 'survey' ? t(`surveys.field.${field as 'title' | 'summary' | 'description'}`) : key
}

/** Enter goes to the next text, Shift + Enter begins a line. */
function toNext(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.closest('li')?.nextElementSibling?.querySelector('textarea')?.focus()
}

interface RowProps {
  place: TextPlace
  source: string
  language: string
  canWrite: boolean
}

const Row = memo(
  function Row({ place, source, language, canWrite }: RowProps) {
    const t = useText()
    const { typed, state, type, save, settle } = useAutosave({ ...place, language })
    const isUnsaved = state.step === 'failed' || state.step === 'conflict'
    return (
      <li data-kind={place.kind}>
        <span className="translations-place">{placeText(place, t)}</span>
        <p lang={source} dir="auto">
          {textIn(place.text, source)}
        </p>
        <span>
          <textarea
            className="input"
            rows={1}
            lang={language}
            dir="auto"
            aria-label={textIn(place.text, source)}
            aria-invalid={isUnsaved}
            disabled={!canWrite}
            maxLength={place.max}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={toNext}
            onBlur={() => void save()}
          />
          {isUnsaved && <WritingState state={state} settle={settle} />}
        </span>
      </li>
    )
  },
  (before, after) =>
    JSON.stringify(before.place.text) === JSON.stringify(after.place.text) &&
    before.source === after.source &&
    before.canWrite === after.canWrite,
)
