/** One response: who was asked, then the questionnaire of the published version, then sending it. */
import { Suspense, useEffect, useMemo, useRef } from 'react'
import { useBlocker } from 'react-router'
import type { Draft } from '#contract/drafts.ts'
import type { EntryForm } from '#contract/entry.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import type { ResponseRow } from '#contract/responses.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { hasToken } from '../../../api/session.ts'
import { useFileSources } from '../../../attachments/use-file-sources.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { ScreenSkeleton } from '../../../ui/ScreenSkeleton.tsx'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'
import { LanguageChoice } from '../../../survey/LanguageChoice.tsx'
import { languagesOf } from '#domain/surveys/languages.ts'
import { useHouseSources } from '../../../survey/use-house-sources.ts'
import { DraftBar } from './DraftBar.tsx'
import { useEntry } from './use-entry.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useProblemText } from '../../../i18n/problem-text.ts'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { TextInput } from '../../../ui/TextInput.tsx'
import type { EntryWork } from './entry-work.ts'

const Questionnaire = lazyComponent(
  async () => (await import('../../../questionnaire/Questionnaire.tsx')).Questionnaire,
)

const Notices = lazyComponent(async () => (await import('../../../questionnaire/Notices.tsx')).Notices)

interface EntryFillingProps {
  form: EntryForm
  /** Its questions with the options that are in files. */
  content: SurveyContent
  draft: Draft | null
  language: string
  onLanguage: (language: string) => void
  onStored: (row: ResponseRow) => void
  onLoadOther: () => void
  onDiscarded: () => void
}

export function EntryFilling({
  form,
  content,
  draft,
  language,
  onLanguage,
  onStored,
  onLoadOther,
  onDiscarded,
}: EntryFillingProps) {
  const t = useText()
  const languages = useMemo(() => languagesOf(content), [content])
  const places = useHouseSources(form.surveyId)
  const files = useFileSources(form.surveyId)
  const sources = useMemo(() => ({ ...places, ...files }), [places, files])
  const model = useEntry({ form, content, draft, onStored })
  return (
    <div className="entry-filling">
      <DraftBar
        surveyId={form.surveyId}
        state={model.kept.state}
        at={model.kept.at}
        onKeepThis={model.kept.keepThis}
        onLoadOther={onLoadOther}
        onDiscarded={onDiscarded}
      />
      <LanguageChoice languages={languages} chosen={language} onChoose={onLanguage} />
      <Suspense fallback={<ScreenSkeleton />}>
        <Notices
          content={content}
          language={language}
          consent={model.work.consent ?? undefined}
          onConsent={(consent) => model.change({ consent })}
        >
          <EntryFields
            form={form}
            work={model.work}
            today={model.today}
            problems={model.ofFields}
            onChange={model.change}
          />
          <Refusal error={model.error} />
          <div className="entry-questions">
            <Suspense fallback={<ScreenSkeleton />}>
              <Questionnaire
                content={content}
                language={language}
                answers={model.work.answers}
                onChange={model.answer}
                today={model.day}
                sources={sources}
                refused={model.ofAnswers}
              >
                <div className="entry-ways">
                  <Button look="primary" loading={model.isSending} onClick={() => void model.submit()}>
                    {t('entry.send')}
                  </Button>
                </div>
              </Questionnaire>
            </Suspense>
          </div>
        </Notices>
      </Suspense>
      <Leaving isDirty={model.isLoose} />
    </div>
  )
}

/** The send button may be far below: the keyboard and the view come here, or to the first field that is wrong. */
function Refusal({ error }: { error: ApiError | undefined }) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!error) return
    const field = root.current?.parentElement?.querySelector<HTMLElement>('.entry-fields [aria-invalid=true]')
    const target = field ?? root.current
    target?.focus()
  }, [error])
  return (
    <div ref={root} tabIndex={-1}>
      <ErrorNote error={error} />
    </div>
  )
}

/** Asks before what was entered is lost. */
function Leaving({ isDirty }: { isDirty: boolean }) {
  const t = useText()
  useWarningOnUnload(isDirty)
  const blocker = useBlocker(() => isDirty && hasToken())
  if (blocker.state !== 'blocked') return null
  return (
    <ConfirmDialog
      title={t('form.unsaved')}
      action={t('form.discard')}
      dismissal={t('form.keepEditing')}
      danger
      run={async () => {
        blocker.proceed()
        return false
      }}
      onClose={() => blocker.reset()}
    >
      <p>{t('entry.unsent')}</p>
    </ConfirmDialog>
  )
}

/** Who was asked, on which day and, where the survey looks at places, at which one. */
interface EntryFieldsProps {
  form: EntryForm
  work: EntryWork
  today: string
  problems: readonly FieldProblem[]
  onChange: (changes: Partial<EntryWork>) => void
}

function EntryFields({ form, work, today, problems, onChange }: EntryFieldsProps) {
  const t = useText()
  const problemText = useProblemText()
  const of = (path: string) => problems.filter((each) => each.path === path).map(problemText)
  const phone = { required: form.participantRequired, problem: of('participantPhone') }
  return (
    <div className="entry-fields">
      <FieldBox label={t('entry.phone')} help={t('entry.phoneHelp')} {...phone}>
        <TextInput
          type="tel"
          value={work.participantPhone}
          onChange={({ target }) => onChange({ participantPhone: target.value })}
        />
      </FieldBox>
      <FieldBox label={t('entry.name')} help={t('entry.nameHelp')} problem={of('participantName')}>
        <TextInput
          value={work.participantName}
          onChange={({ target }) => onChange({ participantName: target.value })}
        />
      </FieldBox>
      <FieldBox label={t('entry.day')} problem={of('submittedAt')}>
        <TextInput
          type="date"
          max={today}
          value={work.day}
          onChange={({ target }) => onChange({ day: target.value })}
        />
      </FieldBox>
      {form.fence !== 'OFF' &&
        (['latitude', 'longitude'] as const).map((name) => (
          <FieldBox key={name} label={t(`entry.${name}`)} required={form.fence === 'BLOCK'} problem={of(name)}>
            <NumberInput value={work[name]} onChange={(value) => onChange({ [name]: value })} />
          </FieldBox>
        ))}
    </div>
  )
}
