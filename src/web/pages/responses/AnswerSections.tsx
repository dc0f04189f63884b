import type { ReactNode } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { answerKey, otherKey, type Repetition } from '#domain/answers/answer-values.ts'
import { pipedText } from '#domain/answers/piped-text.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { Localized, Question, Section } from '#domain/surveys/survey.ts'
import { useText } from '../../i18n/text.ts'
import { answerText } from '../../questionnaire/format.ts'
import { notesByAnswer } from '../../questionnaire/returned.ts'
import { storedRepetitions } from '../../questionnaire/repetitions.ts'
import { AnswerValue } from './AnswerValue.tsx'
import { Personal } from './Personal.tsx'
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
  const keyOf = (question: Question) => answerKey(question, repetition)
  const isBlank = (question: Question) => answers[keyOf(question)] === undefined && notes[keyOf(question)] === undefined
  const [blank, shown] = parted(questions, isBlank)
  const [hidden, visible] = parted(blank, ({ id }) => hiddenQuestions.includes(id))
  const [skipped, unanswered] = parted(visible, (question) => unasked.includes(keyOf(question)))
  const names = (some: readonly Question[]) => some.map(({ text }) => words(text)).join(' · ')
  return (
    <dl>
      {shown.map((question) => (
        <div key={question.id} className="answer">
          <dt>
            {words(question.text)} <code className="answer-code">{question.code}</code>
          </dt>
          <dd>
            {hiddenQuestions.includes(question.id) ? (
              <Personal />
            ) : (
              <AnswerValue
                question={question}
                language={language}
                value={answers[keyOf(question)]}
                other={answers[otherKey(question, repetition)]}
              />
            )}
          </dd>
          <NoteAt note={notes[keyOf(question)]} />
        </div>
      ))}
      <Blanks name={<Personal />} of={names(hidden)} />
      <Blanks name={t('responses.unanswered')} of={names(unanswered)} />
      <Blanks name={t('responses.unasked')} of={names(skipped)} />
    </dl>
  )
}

function parted<Item>(items: readonly Item[], fits: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(fits), items.filter((item) => !fits(item))]
}

/** Questions without an answer to read share one line, so that the answers are seen at once. */
function Blanks({ name, of }: { name: ReactNode; of: string }) {
  if (of === '') return null
  return (
    <div className="answer-blanks">
      <dt>{name}</dt>
      <dd>{of}</dd>
    </div>
  )
}

function NoteAt({ note }: { note: string | undefined }) {
  const t = useText()
  return note === undefined ? null : <dd className="answer-note">{t('responses.notes.at', { note })}</dd>
}
