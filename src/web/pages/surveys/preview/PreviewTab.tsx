/** The survey as a respondent fills it in, with its rules at work; nothing is stored. */
import { Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import { fill } from '#domain/answers/filling.ts'
import { begun } from '#domain/answers/initial.ts'
import type { Consent } from '#domain/surveys/notices.ts'
import { questionsOf, type SurveyContent } from '#domain/surveys/survey.ts'
import { contentOf } from '#domain/surveys/survey-content.ts'
import { useLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import { clockAt, type FormAnswers } from '../../../questionnaire/given.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { ScreenSkeleton } from '../../../ui/ScreenSkeleton.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { WithLists } from '../../../survey/WithLists.tsx'
import { LanguageChoice } from '../../../survey/LanguageChoice.tsx'
import { languageFor, languagesOf } from '#domain/surveys/languages.ts'
import { HiddenQuestion } from './HiddenQuestion.tsx'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import type { Sources } from '../../../questionnaire/asking.tsx'
import { useHouseSources } from '../../../survey/use-house-sources.ts'
import './preview.css'

const Questionnaire = lazyComponent(
  async () => (await import('../../../questionnaire/Questionnaire.tsx')).Questionnaire,
)

const loadNotices = () => import('../../../questionnaire/Notices.tsx')
const Notices = lazyComponent(async () => (await loadNotices()).Notices)
const NoticeText = lazyComponent(async () => (await loadNotices()).NoticeText)

const frames = ['desktop', 'phone'] as const
type Frame = (typeof frames)[number]

/** `beside`: on a phone, beside the questionnaire that is written. */
export function PreviewTab({ survey, beside = false }: { survey: SurveyDetail; beside?: boolean }) {
  const { id, sections, skips, notices, files } = survey
  const content = useMemo(() => contentOf({ sections, skips, notices, files }), [sections, skips, notices, files])
  return (
    <WithLists surveyId={id} content={content}>
      {(whole) => <Preview survey={survey} content={whole} beside={beside} />}
    </WithLists>
  )
}

interface PreviewProps {
  survey: Pick<SurveyDetail, 'id' | 'questionPerPage'>
  content: SurveyContent
  beside: boolean
}

function Preview({ survey, content, beside }: PreviewProps) {
  const t = useText()
  const locale = useLocale()
  const [chosen, setLanguage] = useState<string>(locale)
  const [frame, setFrame] = useState<Frame>(beside ? 'phone' : 'desktop')
  const [showsHidden, setShowsHidden] = useState(false)
  // Another day begins with another look at the tab.
  const [today] = useState(() => new Date().toLocaleDateString('sv'))
  const first = () => begun(content, clockAt(today))
  const [{ answers, round }, setFilled] = useState(() => ({ answers: first(), round: 1 }))
  const change = useCallback(
    (of: (answers: FormAnswers) => FormAnswers) => setFilled((before) => ({ ...before, answers: of(before.answers) })),
    [],
  )
  const [consent, setConsent] = useState<Consent>()
  const sources = useSources(survey.id)
  const languages = useMemo(() => languagesOf(content), [content])
  const language = languageFor(languages, chosen)
  const { hidden, answers: filled } = useMemo(() => fill(content, answers, { today }), [content, answers, today])
  if (questionsOf(content).length === 0) return <p className="list-empty">{t('preview.empty')}</p>

  function restart() {
    setFilled({ answers: first(), round: round + 1 })
    setConsent(undefined)
  }

  return (
    <div className="preview">
      {!beside && <Note tone="info">{t('preview.note')}</Note>}
      <div className="preview-bar">
        <LanguageChoice languages={languages} chosen={language} onChoose={setLanguage} />
        {!beside && (
          <RadioGroup
            label={t('preview.frame')}
            options={frames.map((value) => ({ value, label: t(`preview.frame.${value}`) }))}
            value={frame}
            onChange={setFrame}
          />
        )}
        <label className="preview-switch">
          <Switch checked={showsHidden} onChange={setShowsHidden} />
          {t('preview.showHidden', { count: hidden.size })}
        </label>
        <Button onClick={restart}>{t('preview.restart')}</Button>
      </div>
      <div className="preview-frame" data-frame={frame}>
        <Suspense fallback={<ScreenSkeleton />}>
          <Notices key={round} content={content} language={language} consent={consent} onConsent={setConsent}>
            <Questionnaire
              content={content}
              language={language}
              answers={answers}
              onChange={change}
              today={today}
              sources={sources}
              paging={survey.questionPerPage ? 'QUESTION' : 'SECTION'}
              renderHidden={
                showsHidden
                  ? (question, why, repetition) => (
                      <HiddenQuestion
                        question={question}
                        why={why}
                        repetition={repetition}
                        content={content}
                        language={language}
                        answers={filled}
                      />
                    )
                  : undefined
              }
            >
              <Note tone="success" said="politely">
                {t('preview.complete')}
              </Note>
              {content.notices?.closing && <NoticeText notice={content.notices.closing} language={language} />}
            </Questionnaire>
          </Notices>
        </Suspense>
      </div>
    </div>
  )
}

/** Files that stay in memory, and the places of the house. */
class MemoryFiles {
  readonly #urls = new Map<number, string>()
  #last = 0

  readonly store = async (file: File): Promise<FileAnswer> => {
    this.#last += 1
    if (file.type.startsWith('image/')) this.#urls.set(this.#last, URL.createObjectURL(file))
    return { file: this.#last, name: file.name }
  }

  readonly urlOf = ({ file }: FileAnswer) => Promise.resolve(this.#urls.get(file))

  forget(): void {
    for (const url of this.#urls.values()) URL.revokeObjectURL(url)
  }
}

export function useSources(surveyId: number): Sources {
  const places = useHouseSources(surveyId)
  const files = useMemo(() => new MemoryFiles(), [])
  useEffect(() => () => files.forget(), [files])
  return useMemo(() => ({ ...places, storeFile: files.store, pictureUrl: files.urlOf }), [files, places])
}
