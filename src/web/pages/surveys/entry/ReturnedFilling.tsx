/** A response of the user's own that was returned: its answers, what to correct, and sending the correction. */
import { isCancelledError } from '@tanstack/react-query'
import { Suspense, useMemo, useState } from 'react'
import { type ReturnedForm, returned } from '#contract/returned.ts'
import { responses } from '#contract/responses.ts'
import { fill } from '#domain/answers/filling.ts'
import { longestRemark } from '#domain/answers/way-back.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { LanguageChoice } from '../../../survey/LanguageChoice.tsx'
import { WithLists } from '../../../survey/WithLists.tsx'
import { useHouseSources } from '../../../survey/use-house-sources.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { useFileSources } from '../../../attachments/use-file-sources.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useLocale } from '../../../i18n/locale.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyComponent } from '../../../lazy-component.ts'
import type { FormAnswers } from '../../../questionnaire/given.ts'
import { languageFor, languagesOf } from '#domain/surveys/languages.ts'
import { answersRefused, stillRefused } from '../../../questionnaire/refused.ts'
import { returnedWith } from '../../../questionnaire/returned.ts'
import { Button } from '../../../ui/Button.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../../ui/LoadProblem.tsx'
import { ScreenSkeleton } from '../../../ui/ScreenSkeleton.tsx'
import { TextArea } from '../../../ui/TextInput.tsx'
import { toast } from '../../../ui/toasts.ts'
import { useWarningOnUnload } from '../../../ui/use-warning-on-unload.ts'

const Questionnaire = lazyComponent(
  async () => (await import('../../../questionnaire/Questionnaire.tsx')).Questionnaire,
)

interface Done {
  onDone: () => void
}

export function ReturnedFilling({ id, onDone }: Done & { id: string }) {
  // What this browser remembers may have been corrected or returned again since.
  const { data, error, isFetchedAfterMount, refetch } = useCall(returned.get, { params: { id } })
  if (error) return <LoadProblem error={error} onRetry={() => void refetch()} />
  if (!data || !isFetchedAfterMount) return <ScreenSkeleton />
  const { data: row } = data
  return (
    <WithLists surveyId={row.surveyId} content={row.form.content}>
      {(content) => <Correcting key={row.version} row={row} content={content} onDone={onDone} />}
    </WithLists>
  )
}

function Correcting({ row, content, onDone }: Done & { row: ReturnedForm; content: SurveyContent }) {
  const t = useText()
  const [chosen, setChosen] = useState<string>(useLocale())
  const [given, setGiven] = useState<FormAnswers>(row.answers)
  const [remark, setRemark] = useState('')
  const [refused, setRefused] = useState<{ error: ApiError; sent: FormAnswers }>()
  const send = useSend(returned.correct, { refreshes: [returned.list, returned.get, responses.list, responses.get] })
  const places = useHouseSources(row.surveyId)
  const files = useFileSources(row.surveyId)
  const sources = useMemo(() => ({ ...places, ...files }), [places, files])
  const asked = useMemo(() => returnedWith(row), [row])
  const languages = useMemo(() => languagesOf(content), [content])
  const language = languageFor(languages, chosen)
  const today = row.submittedAt.slice(0, 10)
  useWarningOnUnload((given !== row.answers || remark !== '') && !send.isSuccess)
  const remarkHelp = t('entry.returned.remarkHelp')
  const errors = refused?.error.errors ?? []
  const isRemarkMissing = remark.trim() === '' && errors.some(({ path }) => path === 'remark')

  async function submit(): Promise<void> {
    if (send.isPending) return
    setRefused(undefined)
    const { answers } = fill(content, given, { today })
    const word = remark.trim() === '' ? {} : { remark }
    try {
      await send.mutateAsync({ params: { id: row.id }, body: { version: row.version, answers, ...word } })
      toast(t('entry.returned.sent'))
      onDone()
    } catch (thrown) {
      if (isCancelledError(thrown)) return
      if (!(thrown instanceof ApiError)) throw thrown
      setRefused({ error: thrown, sent: given })
    }
  }

  return (
    <div className="entry-filling">
      <h2>{[row.surveyTitle, row.participantName].filter(Boolean).join(' · ')}</h2>
      <LanguageChoice languages={languages} chosen={language} onChoose={setChosen} />
      {!isRemarkMissing && <ErrorNote error={refused?.error} />}
      <div className="entry-questions">
        <Suspense fallback={<ScreenSkeleton />}>
          <Questionnaire
            content={content}
            language={language}
            answers={given}
            onChange={setGiven}
            today={today}
            sources={sources}
            refused={refused ? stillRefused(answersRefused(content, errors), refused.sent, given) : []}
            returned={asked}
          >
            <FieldBox
              label={t('entry.returned.remark')}
              isAlert
              problem={isRemarkMissing ? remarkHelp : undefined}
              help={isRemarkMissing ? undefined : remarkHelp}
            >
              <TextArea
                rows={3}
                maxLength={longestRemark}
                value={remark}
                onChange={({ target }) => setRemark(target.value)}
              />
            </FieldBox>
            <div className="entry-ways">
              <Button look="primary" loading={send.isPending} onClick={() => void submit()}>
                {t('entry.returned.send')}
              </Button>
            </div>
          </Questionnaire>
        </Suspense>
      </div>
    </div>
  )
}
