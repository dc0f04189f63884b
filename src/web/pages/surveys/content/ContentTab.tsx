/**
 * The content of a survey, where it is made: sections, their questions, their options and rules, each with what keeps it
 * from being published. Texts are edited in place; forms and deletions open over it.
 */
import { PlusOutlined, UndoOutlined } from '@ant-design/icons'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { SurveyDetail } from '#contract/surveys.ts'
import { useCan } from '../../../api/session.ts'
import { currentLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useOpenedWord } from '../../../ui/use-opened-word.ts'
import { useActRefusal } from '../use-act-refusal.ts'
import { Builder } from './builder.ts'
import { ContentForms } from './ContentForms.tsx'
import { languageFor } from '../../../questionnaire/languages.ts'
import { languagesOf, missingTexts, type TextPlace } from './content-languages.ts'
import { ContentContext, type ContentModel, useContent } from './content-context.ts'
import { ContentRemoval, type Doomed } from './ContentRemoval.tsx'
import { ruleLines } from './rule-lines.ts'
import { Rows } from './Rows.tsx'
import { useHashFocus } from '../../../ui/use-hash-focus.ts'
import { useProblems } from './use-problems.ts'
import { useReason } from './use-reason.ts'
import { useStableMap } from './use-stable-map.ts'
import '../../../form/form.css'
import './content.css'
import { useIntl } from 'react-intl'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { languageText } from '../../../i18n/language-text.ts'
import type { Part } from './survey-parts.ts'

export function ContentTab({ survey }: { survey: SurveyDetail }) {
  const t = useText()
  const reasonOf = useReason()
  const refusal = useActRefusal(survey, 'edit', 'surveys.write')
  const canWrite = refusal === undefined
  const hasPermission = useCan('surveys.write')
  const form = useOpenedWord('form')
  const [chosen, setLanguage] = useState<string>(currentLocale())
  const languages = useMemo(() => languagesOf(survey.sections).map(({ code }) => code), [survey.sections])
  const language = languageFor(languages, chosen)
  const [builder] = useState(() => new Builder(survey.id))
  const [doomed, setDoomed] = useState<Doomed>()
  const [said, setSaid] = useState('')
  const { toggled, toggle, openQuestion, show } = useToggled()
  const { sections } = survey
  const problems = useProblems(survey)
  const rules = useStableMap(useMemo(() => ruleLines(survey, language, t), [survey, language, t]))
  useHashFocus()
  const nextMissing = useNextMissing(show)

  async function attempt(work: () => Promise<string | undefined>) {
    try {
      setSaid((await work()) ?? '')
    } catch (error) {
      toast(t('surveys.notSaved', { reason: reasonOf(error) }))
    }
  }

  const latest = useRef({ attempt, openForm: form.open })
  useEffect(() => {
    latest.current = { attempt, openForm: form.open }
  })
  const model = useMemo<ContentModel>(
    () => ({
      canWrite,
      language,
      builder,
      openForm: (word) => latest.current.openForm(word),
      remove: (part, label, firstVersion = null) => setDoomed({ part, label, firstVersion }),
      attempt: (work) => void latest.current.attempt(work),
      toggle,
      openQuestion,
    }),
    [canWrite, language, builder, toggle, openQuestion],
  )

  return (
    <ContentContext value={model}>
      <div className="content">
        <div className="content-bar">
          <ContentLanguage survey={survey} language={language} onChoose={setLanguage} onMissing={nextMissing} />
          {canWrite && (
            <span className="content-acts">
              <BuilderBar />
              <Button icon={<PlusOutlined />} onClick={() => form.open('section:new')}>
                {t('surveys.addSection')}
              </Button>
            </span>
          )}
        </div>
        {!canWrite && (
          <Note tone="neutral">{hasPermission ? refusal : t('surveys.readOnly', { permission: 'surveys.write' })}</Note>
        )}
        {sections.length === 0 && <p className="list-empty">{t('surveys.noContent')}</p>}
        {canWrite && sections.length > 0 && <p className="content-hint wide-only">{t('surveys.moveHint')}</p>}
        <Rows sections={sections} problems={problems} rules={rules} toggled={toggled} />
        <output className="visually-hidden">{said}</output>
      </div>
      <ContentForms survey={survey} word={form.value} onDone={form.close} />
      {doomed && <ContentRemoval doomed={doomed} onClose={() => setDoomed(undefined)} />}
    </ContentContext>
  )
}

/** Whether all is saved, and the way back. */
function BuilderBar() {
  const t = useText()
  const reasonOf = useReason()
  const { builder, attempt } = useContent()
  const { saving, failed, hasSaved, undoes } = useSyncExternalStore(builder.subscribe, builder.state)

  function undo() {
    attempt(async () => {
      const undone = await builder.undo()
      if (undone !== undefined) toast(t('surveys.undone', { what: undone }))
      return undefined
    })
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      // A field takes back its own letters, a dialog has work of its own.
      if ((event.target as Element).closest('input, textarea, dialog')) return
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  })

  return (
    <span className="content-state">
      <output className="content-saving" data-step={failed ? 'failed' : 'saved'}>
        {saving && t('surveys.saving')}
        {!saving && failed !== undefined && t('surveys.notSaved', { reason: reasonOf(failed) })}
        {!saving && failed === undefined && hasSaved && t('surveys.saved')}
      </output>
      <Button
        icon={<UndoOutlined />}
        disabled={undoes === undefined}
        title={undoes === undefined ? t('surveys.nothingToUndo') : t('surveys.undoWhat', { what: undoes })}
        onClick={undo}
      >
        {t('surveys.undo')}
      </Button>
    </span>
  )
}

interface ContentLanguageProps {
  survey: SurveyDetail
  language: string
  onChoose: (language: string) => void
  /** Brings a text that is missing into view. */
  onMissing: (places: readonly TextPlace[]) => void
}

/** In which language the texts are shown, and how complete each language is. */
function ContentLanguage({ survey: { sections }, language, onChoose, onMissing }: ContentLanguageProps) {
  const t = useText()
  const { locale } = useIntl()
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
          <Button size="small" onClick={() => onMissing(missingTexts(sections, language))}>
            {t('surveys.nextMissing')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Goes from one missing text to the next: unfolds what hides it, opens it and gives it the focus. */
function useNextMissing(unfold: (place: TextPlace) => void): (places: readonly TextPlace[]) => void {
  const last = useRef('')
  return (places) => {
    const names = places.map(({ kind, id, field }) => `${kind}-${id}-${field}`)
    const next = (names.indexOf(last.current) + 1) % places.length
    const [place, name] = [places[next], names[next]]
    if (!place || name === undefined) return
    last.current = name
    unfold(place)
    // After React has drawn what was folded.
    requestAnimationFrame(() => {
      const text = document.querySelector<HTMLElement>(`[data-text="${name}"]`)
      text?.scrollIntoView({ block: 'center' })
      text?.click()
    })
  }
}

/** Sections that are folded and questions that are opened, by `section-5` and `question-7`. */
function useToggled() {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set())
  const toggle = useCallback(({ kind, id }: Part) => {
    const name = `${kind}-${id}`
    setToggled((all) => (all.has(name) ? without(all, name) : new Set(all).add(name)))
  }, [])
  const openQuestion = useCallback((id: number) => {
    setToggled((all) => (all.has(`question-${id}`) ? all : new Set(all).add(`question-${id}`)))
  }, [])
  /** Unfolds all that may hide a text. */
  function show({ kind, questionId }: TextPlace) {
    setToggled((all) => {
      const unfolded = new Set([...all].filter((name) => name.startsWith('question-')))
      return kind === 'answer' ? unfolded.add(`question-${questionId}`) : unfolded
    })
  }
  return { toggled, toggle, openQuestion, show }
}

function without(all: ReadonlySet<string>, name: string): ReadonlySet<string> {
  const rest = new Set(all)
  rest.delete(name)
  return rest
}
