/** The answers of a response as inputs, with what changes by them, until they are saved. */
import { useCallback, useMemo, useState } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { questionOfKey } from '#domain/answers/answer-edit.ts'
import type { Answers } from '#domain/answers/answers.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { useFileSources } from '../../attachments/use-file-sources.ts'
import { useLocale } from '../../i18n/locale.ts'
import { FieldBox } from '../../form/FieldBox.tsx'
import { useText } from '../../i18n/text.ts'
import { useHouseSources } from '../../survey/use-house-sources.ts'
import { type Asking, AnswersProvider, AskingProvider } from '../../questionnaire/asking.tsx'
import { withAnswer } from '../../questionnaire/choices.ts'
import type { FormAnswers } from '../../questionnaire/given.ts'
import { notesByAnswer } from '../../questionnaire/returned.ts'
import { useSay } from '../../questionnaire/words.ts'
import '../../questionnaire/questionnaire.css'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { takeFocus } from '../../ui/focus.ts'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import { useWarningOnUnload } from '../../ui/use-warning-on-unload.ts'
import { formName } from '#domain/answers/form-name.ts'
import { BeforeAfter } from './BeforeAfter.tsx'
import { IrrelevantNote } from './IrrelevantNote.tsx'
import { RepetitionsEditor, SectionFields } from './RepetitionsEditor.tsx'
import { useEdit } from './use-edit.ts'
import { useAnswerName } from './use-repetition-name.ts'

interface AnswersEditorProps {
  /** With the options that are in files. */
  response: ResponseDetail & Pick<SurveyContent, 'tables'>
  onClose: () => void
}

export function AnswersEditor({ response, onClose }: AnswersEditorProps) {
  const t = useText()
  const locale = useLocale()
  const { say } = useSay(locale)
  const { surveyId, sections, tables, answers } = response
  const files = useFileSources(surveyId)
  const places = useHouseSources(surveyId)
  const content = useMemo(() => ({ sections, tables }), [sections, tables])
  const today = response.submittedAt.slice(0, 10)
  const [given, setGiven] = useState<FormAnswers>(answers)
  const [reason, setReason] = useState('')
  const { send, forget, ...edit } = useEdit(response)
  const changed = changedKeys(answers, given)
  useWarningOnUnload(changed.length > 0)
  /** Another entry may make other answers irrelevant. */
  const change = (next: (before: FormAnswers) => FormAnswers) => (forget(), setGiven(next))
  const fields = { response, given, problems: edit.problems }
  const nameOf = useAnswerName({ ...response, answers: { ...answers, ...(given as Answers) } })
  const [names] = useState(() => new Map<string, string>())
  const answer = useCallback(
    (key: string, value: unknown) => setGiven((before) => withAnswer(content, before, { key, value }, today)),
    [content, today],
  )
  const sources = useMemo(() => ({ ...files, ...places }), [files, places])
  const notes = useMemo(() => notesByAnswer(response.reviewNotes), [response.reviewNotes])
  const asking = useMemo(
    (): Asking => ({ content, language: locale, today, say, sources, notes, names, answer }),
    [content, locale, today, say, sources, notes, names, answer],
  )

  async function save() {
    const body = { answers: changed.map((key) => ({ questionId: key, value: (given as Answers)[key] ?? null })) }
    if (!(await send({ ...body, ...(reason.trim() === '' ? {} : { reason }) }))) return
    toast(t('responses.edit.saved'), formName(response.formKey))
    onClose()
  }

  return (
    <AskingProvider value={asking}>
      <AnswersProvider value={given}>
        <form
          className="answers answers-editor"
          aria-label={t('responses.edit')}
          noValidate
          onChange={forget}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          {sections.map((section) => (
            <Panel key={section.id} className="answer-section questionnaire">
              <h2>{plainIn(section.title, locale)}</h2>
              {section.repeat ? (
                <RepetitionsEditor section={section} onChange={change} {...fields} />
              ) : (
                <SectionFields section={section} repetition={undefined} {...fields} />
              )}
            </Panel>
          ))}
          <Panel className="answers-saving">
            <h2 ref={takeFocus} tabIndex={-1}>
              {t('responses.edit.changes', { count: changed.length })}
            </h2>
            <ul className="answers-changed">
              {changed.map((key) => (
                <li key={key}>
                  {nameOf(key)}{' '}
                  <BeforeAfter
                    question={questionOfKey(content, key)}
                    keyOfAnswer={key}
                    before={answers[key]}
                    after={(given as Answers)[key]}
                  />
                </li>
              ))}
            </ul>
            <FieldBox label={t('responses.edit.reason')}>
              <TextArea maxLength={2000} value={reason} onChange={(event) => setReason(event.target.value)} />
            </FieldBox>
            <p>{t('responses.edit.means')}</p>
            <ErrorNote error={edit.error} />
            {edit.isStale && (
              <Note tone="warning" role="alert">
                {t('responses.edit.stale')}
              </Note>
            )}
            {edit.irrelevant && <IrrelevantNote response={response} irrelevant={edit.irrelevant} />}
            <div className="form-choices">
              <Button onClick={onClose}>{t('action.cancel')}</Button>
              <Button
                look="primary"
                type="submit"
                tone={edit.irrelevant ? 'danger' : undefined}
                loading={edit.isSending}
                refusal={changed.length === 0 ? t('responses.edit.none') : undefined}
              >
                {t(edit.irrelevant ? 'responses.edit.clear' : 'responses.edit.save')}
              </Button>
            </div>
          </Panel>
        </form>
      </AnswersProvider>
    </AskingProvider>
  )
}

function changedKeys(before: Answers, given: FormAnswers): string[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(given)])]
  return keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(given[key]))
}
