/** All texts of a survey, side by side in two languages. */
import { type KeyboardEvent, memo, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import type { SurveyDetail } from '#contract/surveys.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { languageText } from '../../../i18n/language-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { useContent } from './content-context.ts'
import { furtherLanguages } from './ContentLanguage.tsx'
import { languagesOf, type TextPlace, textPlaces } from './content-languages.ts'
import { questionsIn } from './survey-parts.ts'
import { useAutosave } from './use-autosave.ts'
import './translations.css'

interface TranslationsProps {
  survey: SurveyDetail
  /** That is written. */
  language: string
  onChoose: (language: string) => void
  onClose: () => void
}

export function Translations({ survey, language, onChoose, onClose }: TranslationsProps) {
  const t = useText()
  const { locale, formatNumber } = useIntl()
  const { canWrite } = useContent()
  const languages = useMemo(() => languagesOf(survey, language), [survey, language])
  const [chosen, setSource] = useState<string>()
  const source = chosen ?? languages.find(({ code }) => code !== language)?.code ?? language
  // What was missing when the filter was set: a text stays while it is written.
  const [missing, setMissing] = useState<ReadonlySet<string>>()
  const codes = useMemo(() => codesOf(survey), [survey])
  const places = textPlaces(survey.sections).filter((place) => !missing || missing.has(keyOf(place)))

  const options = languages.map(({ code, missing: without, of }) => {
    const share = of === 0 ? 1 : Math.floor((100 * (of - without)) / of) / 100
    return { value: code, label: `${languageText(code, locale, t)} · ${formatNumber(share, { style: 'percent' })}` }
  })

  function choose(code: string | undefined) {
    if (code === undefined) return
    setMissing(undefined)
    onChoose(code)
  }

  function showMissing(only: boolean) {
    const without = textPlaces(survey.sections).filter(({ text }) => text[language] === undefined)
    setMissing(only ? new Set(without.map(keyOf)) : undefined)
  }

  return (
    <div className="translations">
      <div className="translations-bar">
        <label>
          {t('surveys.translateFrom')}
          <NativeSelect<string> value={source} options={options} onChange={setSource} />
        </label>
        <label>
          {t('surveys.translateTo')}
          <NativeSelect<string>
            value={language}
            options={canWrite ? [...options, furtherLanguages(languages, locale, t)] : options}
            onChange={choose}
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
        <Button onClick={onClose}>{t('surveys.backToContent')}</Button>
      </div>
      {places.length === 0 && <p className="list-empty">{t('surveys.nothingMissing')}</p>}
      <ol>
        {places.map((place) => (
          <Row
            key={`${keyOf(place)} ${language}`}
            place={place}
            name={codes.get(`${place.kind}-${place.id}`) ?? ''}
            source={source}
            language={language}
            canWrite={canWrite}
          />
        ))}
      </ol>
    </div>
  )
}

function keyOf({ kind, id, field }: TextPlace): string {
  return `${kind}-${id}-${field}`
}

/** `water`, and `water · tap` for an option. */
function codesOf(survey: SurveyDetail): ReadonlyMap<string, string> {
  const ofParts = questionsIn(survey).flatMap(({ id, code, answers }): [string, string][] => [
    [`question-${id}`, code],
    ...answers.map((answer): [string, string] => [`answer-${answer.id}`, `${code} · ${answer.code}`]),
  ])
  return new Map(ofParts)
}

/** Enter goes to the next text, Shift + Enter begins a line. */
function toNext(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
  event.preventDefault()
  event.currentTarget.closest('li')?.nextElementSibling?.querySelector('textarea')?.focus()
}

interface RowProps {
  place: TextPlace
  name: string
  source: string
  language: string
  canWrite: boolean
}

const Row = memo(
  function Row({ place, name, source, language, canWrite }: RowProps) {
    const t = useText()
    const { typed, state, type, save, settle } = useAutosave({ ...place, language })
    return (
      <li data-kind={place.kind}>
        <span className="translations-place">
          {name === '' ? t('surveys.place.section') : name}
          {(place.field === 'help' || place.field === 'guidance') && ` · ${t(`questions.field.${place.field}`)}`}
        </span>
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
            aria-invalid={state.step === 'failed' || state.step === 'conflict'}
            disabled={!canWrite}
            maxLength={place.field === 'title' ? 500 : 2000}
            value={typed}
            onChange={({ target }) => type(target.value)}
            onKeyDown={toNext}
            onBlur={() => void save()}
          />
          {state.step === 'failed' && (
            <output className="content-saving" data-step="failed">
              {t('surveys.notSaved', { reason: state.reason })}
            </output>
          )}
          {state.step === 'conflict' && (
            <span className="content-conflict" role="alert">
              <span>{t('surveys.textConflict', { text: state.theirs === '' ? '–' : state.theirs })}</span>
              <Button size="small" onClick={() => void settle('mine')}>
                {t('surveys.keepMine')}
              </Button>
              <Button size="small" onClick={() => void settle('theirs')}>
                {t('surveys.takeTheirs')}
              </Button>
            </span>
          )}
        </span>
      </li>
    )
  },
  (before, after) =>
    JSON.stringify(before.place.text) === JSON.stringify(after.place.text) &&
    before.source === after.source &&
    before.name === after.name &&
    before.canWrite === after.canWrite,
)
