/**
 * The content of a survey, where it is made: sections, their questions, their options and rules, each with what keeps it
 * from being published. It is written in its lines and texts; the details of the chosen part are beside it.
 */
import { PlusOutlined } from '@ant-design/icons'
import { type FocusEvent, type ReactNode, useEffect, useMemo, useRef, useState, type ComponentProps } from 'react'
import type { SurveyFile } from '#contract/survey-files.ts'
import type { SurveyDetail } from '#contract/surveys.ts'
import { SharedValue } from '../../../api/shared-value.ts'
import { useCan } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { Builder } from './builder.ts'
import { BuilderBar } from './BuilderBar.tsx'
import { DetailPanel, wide } from './DetailPanel.tsx'
import { languageFor } from '#domain/surveys/languages.ts'
import { completenessOf } from './content-languages.ts'
import { ContentLanguage } from './ContentLanguage.tsx'
import { ContentContext, type ContentModel, useContent } from './content-context.ts'
import { ContentRemoval, type Doomed } from './ContentRemoval.tsx'
import { FilesPanel } from './FilesPanel.tsx'
import { conditionLines, ruleLines } from './rule-lines.ts'
import { useHashFocus } from '../../../ui/use-hash-focus.ts'
import { useReason } from './use-reason.ts'
import { useStableMap } from './use-stable-map.ts'
import { useToggled } from './use-toggled.ts'
import type { Writing } from './writing.ts'
import { WritingLine } from './WritingLine.tsx'
import type { SectionWithQuestions } from '#contract/sections.ts'
import { rowOf, siblingsOf, textsOf } from './survey-parts.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { SectionBlock } from './SectionBlock.tsx'
import { useDragRows } from './use-drag-rows.ts'
import { useMoves } from './use-moves.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { publishProblems } from '#domain/publishing/survey-rules.ts'
import { highestAmounts } from '../../../api/page-settings.ts'
import { byPlace } from './obstacles-by-place.ts'
import '../../../form/form.css'
import './content.css'

const Flow = lazyComponent(async () => (await import('./Flow.tsx')).Flow, 'payments')
const Translations = lazyComponent(async () => (await import('./Translations.tsx')).Translations)

const noFiles: readonly SurveyFile[] = []

interface ContentTabProps {
  survey: SurveyDetail
  /** The survey as a phone shows it. */
  renderLive: (survey: SurveyDetail) => ReactNode
}

export function ContentTab({ survey, renderLive }: ContentTabProps) {
  const t = useText()
  const reasonOf = useReason()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const canWrite = refusal === undefined
  const hasPermission = useCan('surveys.write')
  const form = useOpenedWord('form')
  const view = useOpenedWord('view')
  const [chosen, setLanguage] = useState<string>()
  const languages = useMemo(() => completenessOf(survey).map(({ code }) => code), [survey])
  const language = languageFor(languages, chosen ?? currentLocale())
  const [builder] = useState(() => new Builder(survey.id))
  const [writing] = useState(() => new SharedValue<Writing | undefined>(undefined))
  const [optioned] = useState(() => new SharedValue<number | undefined>(undefined))
  const [doomed, setDoomed] = useState<Doomed>()
  const [said, setSaid] = useState('')
  const { toggled, toggle, openQuestion } = useToggled()
  const { sections, files = noFiles } = survey
  const problems = useProblems(survey)
  const rules = useStableMap(useMemo(() => ruleLines(survey, language, t), [survey, language, t]))
  const conditions = useStableMap(useMemo(() => conditionLines(survey, language, t), [survey, language, t]))
  const [wanted] = useState(() => new SharedValue<string | undefined>(undefined))
  useHashFocus()

  async function attempt(work: () => Promise<string | undefined>) {
    try {
      setSaid((await work()) ?? '')
    } catch (error) {
      toast(t('surveys.notSaved', { reason: reasonOf(error) }))
    }
  }

  function newSection() {
    const draft = { text: '# ', kind: 'TEXT', of: undefined } as const
    writing.set({ sectionId: sections.at(-1)?.id, before: undefined, take: () => ({ draft, entered: [] }) })
  }

  /** What has the focus is what the panel is about. */
  function choose({ target }: FocusEvent) {
    const [kind, id] = target.closest<HTMLElement>('[data-row]')?.dataset['row']?.split('-') ?? []
    const word = `${kind}:${id}`
    if (kind !== undefined && word !== form.value && matchMedia(wide).matches) form.become(word)
  }

  function openForm(word: string, field?: string) {
    if (word !== form.value) form[matchMedia(wide).matches ? 'become' : 'open'](word)
    wanted.set(field)
  }

  const latest = useRef({ attempt, openForm })
  useEffect(() => {
    latest.current = { attempt, openForm }
  })
  // Without drawing any row again.
  useEffect(() => {
    const row = document.querySelector<HTMLElement>(`[data-row="${form.value.replace(':', '-')}"]`)
    row?.setAttribute('data-chosen', '')
    return () => row?.removeAttribute('data-chosen')
  })
  const model = useMemo<ContentModel>(
    () => ({
      canWrite,
      language,
      builder,
      writing,
      files,
      openForm: (word, field) => latest.current.openForm(word, field),
      wanted,
      optioned,
      remove: (part, label, firstVersion = null) => setDoomed({ part, label, firstVersion }),
      attempt: (work) => void latest.current.attempt(work),
      toggle,
      openQuestion,
    }),
    [canWrite, language, builder, writing, wanted, optioned, files, toggle, openQuestion],
  )

  if (view.value === 'translations')
    return (
      <ContentContext value={model}>
        <Translations survey={survey} language={language} onChoose={setLanguage} onClose={view.close} />
      </ContentContext>
    )
  if (view.value === 'flow')
    return (
      <ContentContext value={model}>
        <Flow {...{ survey, language, problems, rules, conditions }} onClose={view.close} />
      </ContentContext>
    )
  return (
    <ContentContext value={model}>
      <div className="content-page">
        <div className="content" onFocus={choose}>
          <div className="content-bar">
            <div className="content-language">
              <ContentLanguage
                label={t('surveys.contentLanguage')}
                survey={survey}
                language={language}
                takesMore={canWrite}
                onChoose={setLanguage}
              />
              <Button size="small" onClick={() => view.open('translations')}>
                {t('surveys.translations')}
              </Button>
              <Button size="small" onClick={() => view.open('flow')}>
                {t('surveys.flow')}
              </Button>
            </div>
            {canWrite && (
              <span className="content-acts">
                <BuilderBar />
                <Button icon={<PlusOutlined />} onClick={newSection}>
                  {t('surveys.addSection')}
                </Button>
              </span>
            )}
          </div>
          {!canWrite && (
            <Note tone="neutral">
              {hasPermission ? refusal : t('surveys.readOnly', { permission: 'surveys.write' })}
            </Note>
          )}
          {sections.length === 0 && (
            <div className="content-section">
              <p className="list-empty">{t('surveys.noContent')}</p>
              {canWrite && <WritingLine sectionId={undefined} />}
            </div>
          )}
          {canWrite && sections.length > 0 && <p className="content-hint wide-only">{t('surveys.moveHint')}</p>}
          <Rows sections={sections} problems={problems} rules={rules} conditions={conditions} toggled={toggled} />
          <FilesPanel survey={survey} canWrite={canWrite} />
          <output className="visually-hidden">{said}</output>
        </div>
        <DetailPanel survey={survey} word={form.value} renderLive={renderLive} onClose={form.close} />
      </div>
      {doomed && <ContentRemoval doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </ContentContext>
  )
}

interface RowsProps extends Pick<ComponentProps<typeof SectionBlock>, 'problems' | 'rules' | 'conditions' | 'toggled'> {
  sections: readonly SectionWithQuestions[]
}

/** All sections, whose rows can be dragged. */
function Rows({ sections, ...shared }: RowsProps) {
  const { builder, language } = useContent()
  const moves = useMoves()
  const drag = useDragRows((part, { over, side }) => {
    const survey = builder.survey()
    const row = rowOf(survey, part)
    if (!row) return
    const label = textIn(textsOf(row, part.kind === 'section' ? 'title' : 'text'), language)
    const after = side === 'after' ? 1 : 0
    // Over the head of a section, a question becomes the first of it.
    if (over.kind !== part.kind) return moves.to(part, label, 0, over.id)
    const { parent, ids } = siblingsOf(survey, over)
    const others = ids.filter((id) => id !== part.id)
    if (part.kind === 'answer' && parent !== siblingsOf(survey, part).parent) return
    moves.to(part, label, others.indexOf(over.id) + after, part.kind === 'question' ? parent : undefined)
  })
  return (
    <ol className="content-sections" {...drag}>
      {sections.map((section, index) => (
        <SectionBlock key={section.id} section={section} index={index} {...shared} />
      ))}
    </ol>
  )
}

/** The checks look at the whole survey: they wait until its editor pauses. */
const pauseMs = 400

/** What keeps the survey from being published, by the place that shows it. */
function useProblems(survey: SurveyDetail): ReadonlyMap<string, readonly FieldProblem[]> {
  const [problems, setProblems] = useState(() => problemsOf(survey))
  useEffect(() => {
    const timer = setTimeout(() => setProblems(problemsOf(survey)), pauseMs)
    return () => clearTimeout(timer)
  }, [survey])
  return useStableMap(problems)
}

function problemsOf(survey: SurveyDetail): Map<string, FieldProblem[]> {
  return byPlace(survey, publishProblems(survey, survey, highestAmounts()))
}
