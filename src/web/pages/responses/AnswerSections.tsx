import type { ResponseDetail } from '#contract/responses.ts'
import { answerKey, otherKey, type Repetition } from '#domain/answers/answer-values.ts'
import { pipedText } from '#domain/answers/piped-text.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { Localized, Section } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'
import { answerText } from '../../questionnaire/format.ts'
import { notesByAnswer } from '../../questionnaire/returned.ts'
import { storedRepetitions } from '../../questionnaire/repetitions.ts'
import { AnswerValue } from './AnswerValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useRepetitionName } from './use-repetition-name.ts'

interface AnswerSectionsProps {
  response: ResponseDetail
  /** Of questions and options; a text without it is shown in another. */
  language: string
}

/** What was asked, as the respondent saw it, and what was answered. */
export function AnswerSections({ response, language }: AnswerSectionsProps) {
  const t = useText()
  const nameOf = useRepetitionName(response, language)
  const { sections, answers } = response
  return (
    <div className="answers">
      {sections.map((section) => {
        const repetitions = section.repeat ? storedRepetitions(response, section, answers) : []
        return (
          <Panel key={section.id} className="answer-section">
            <h2>{plainIn(section.title, language)}</h2>
            {!section.repeat && <AnswerList {...{ response, language, section }} />}
            {section.repeat && repetitions.length === 0 && <p className="blank">{t('responses.noRepetitions')}</p>}
            {repetitions.map((repetition) => (
              <div key={repetition} className="answer-repetition">
                <h3>{nameOf(section, repetition)}</h3>
                <AnswerList {...{ response, language, section, repetition }} />
              </div>
            ))}
          </Panel>
        )
      })}
    </div>
  )
}

interface AnswerListProps extends AnswerSectionsProps {
  section: Section
  repetition?: Repetition
}

function AnswerList({ response, language, section, repetition }: AnswerListProps) {
  const t = useText()
  const { answers, hiddenQuestions, unasked, reviewNotes } = response
  const notes = notesByAnswer(reviewNotes)
  // A note asks nothing.
  const questions = section.questions.filter(({ type }) => type !== 'NOTE')
  const words = (text: Localized) =>
    pipedText(
      plainIn(text, language),
      { content: response, answers, at: { section: section.id, repetition } },
      (question, value) => answerText(question, value, { language, say: (word) => t(`list.${word as 'yes' | 'no'}`) }),
    )
  return (
    <dl>
      {questions.map((question) => (
        <div key={question.id} className="answer">
          <dt>
            {words(question.text)} <code className="answer-code">{question.code}</code>
          </dt>
          <dd>
            {hiddenQuestions.includes(question.id) ? (
              <span className="blank">{t('responses.hidden')}</span>
            ) : unasked.includes(answerKey(question, repetition)) ? (
              <span className="blank">{t('responses.unasked')}</span>
            ) : (
              <AnswerValue
                question={question}
                language={language}
                value={answers[answerKey(question, repetition)]}
                other={answers[otherKey(question, repetition)]}
              />
            )}
          </dd>
          <NoteAt note={notes[answerKey(question, repetition)]} />
        </div>
      ))}
    </dl>
  )
}

function NoteAt({ note }: { note: string | undefined }) {
  const t = useText()
  return note === undefined ? null : <dd className="answer-note">{t('responses.notes.at', { note })}</dd>
}
