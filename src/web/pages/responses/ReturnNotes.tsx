/** Notes at single answers of a response that is returned, and how it reaches who corrects it. */
import { useId, useState } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { answerKey } from '#domain/answers/answer-values.ts'
import { longestReviewNote, mostReviewNotes } from '#domain/answers/way-back.ts'
import { isComputed } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'
import { storedRepetitions } from '../../questionnaire/repetitions.ts'
import { Button } from '../../ui/Button.tsx'
import { NativeSelect } from '../../ui/NativeSelect.tsx'
import { takeFocus } from '../../ui/focus.ts'
import { TextArea } from '../../ui/TextInput.tsx'
import type { Reason } from './reason.ts'
import { useAnswerName } from './use-repetition-name.ts'

interface ReturnNotesProps {
  response: ResponseDetail
  value: Reason
  onChange: (reason: Reason) => void
}

export function ReturnNotes({ response, value, onChange }: ReturnNotesProps) {
  const t = useText()
  const nameOf = useAnswerName(response)
  const id = useId()
  const [fresh, setFresh] = useState<string>()
  const { notes = [] } = value
  const free = notableKeys(response).filter((key) => !notes.some((each) => each.questionId === key))
  const write = (next: NonNullable<Reason['notes']>) => onChange({ ...value, notes: next })
  return (
    <div className="field review-notes">
      <p>{t(`responses.wayBack.${response.wayBack}`)}</p>
      {notes.map(({ questionId, note }) => (
        <div key={questionId}>
          <label htmlFor={`${id}-${questionId}`}>{nameOf(questionId)}</label>
          <TextArea
            ref={fresh === questionId ? takeFocus : undefined}
            id={`${id}-${questionId}`}
            rows={2}
            maxLength={longestReviewNote}
            value={note}
            onChange={({ target }) =>
              write(notes.map((each) => (each.questionId === questionId ? { questionId, note: target.value } : each)))
            }
          />
          <Button size="small" onClick={() => write(notes.filter((each) => each.questionId !== questionId))}>
            {t('responses.notes.remove')} <span className="visually-hidden">{nameOf(questionId)}</span>
          </Button>
        </div>
      ))}
      {free.length > 0 && notes.length < mostReviewNotes && (
        <>
          <label htmlFor={id}>{t('responses.notes.add')}</label>
          <NativeSelect<string>
            id={id}
            none={t('responses.notes.choose')}
            value={undefined}
            options={free.map((key) => ({ value: key, label: nameOf(key) }))}
            onChange={(key = '') => {
              setFresh(key)
              write([...notes, { questionId: key, note: '' }])
            }}
          />
        </>
      )}
    </div>
  )
}

/** The keys of what people were asked and can answer otherwise. */
function notableKeys(response: ResponseDetail): string[] {
  const { sections, answers, unasked } = response
  return sections.flatMap((section) =>
    (section.repeat ? storedRepetitions(response, section, answers) : [undefined]).flatMap((repetition) =>
      section.questions
        .filter((question) => question.type !== 'NOTE' && !isComputed(question))
        .map((question) => answerKey(question, repetition))
        .filter((key) => !unasked.includes(key)),
    ),
  )
}
