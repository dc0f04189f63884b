import type { ResponseDetail } from '#contract/responses.ts'
import { answerKey, otherKey, type Repetition } from '#domain/answer-values.ts'
import { type Section, textIn } from '#domain/survey.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { storedRepetitions } from '../../questionnaire/repetitions.ts'
import { AnswerValue } from './AnswerValue.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useRepetitionName } from './use-repetition-name.ts'

/** What was asked, as the respondent saw it, and what was answered; in the language of the page where there is one. */
export function AnswerSections({ response }: { response: ResponseDetail }) {
  const t = useText()
  const locale = currentLocale()
  const nameOf = useRepetitionName(response)
  const { sections, answers } = response
  return (
    <div className="answers">
      {sections.map((section) => {
        const repetitions = section.repeat ? storedRepetitions(response, section, answers) : []
        return (
          <Panel key={section.id} className="answer-section">
            <h2>{textIn(section.title, locale)}</h2>
            {!section.repeat && <AnswerList response={response} section={section} />}
            {section.repeat && repetitions.length === 0 && <p className="blank">{t('responses.noRepetitions')}</p>}
            {repetitions.map((repetition) => (
              <div key={repetition} className="answer-repetition">
                <h3>{nameOf(section, repetition)}</h3>
                <AnswerList response={response} section={section} repetition={repetition} />
              </div>
            ))}
          </Panel>
        )
      })}
    </div>
  )
}

interface AnswerListProps {
  response: ResponseDetail
  section: Section
  repetition?: Repetition
}

function AnswerList({ response: { answers, hiddenQuestions }, section, repetition }: AnswerListProps) {
  const t = useText()
  const locale = currentLocale()
  return (
    <dl>
      {section.questions.map((question) => (
        <div key={question.id} className="answer">
          <dt>
            {textIn(question.text, locale)} <code className="answer-code">{question.code}</code>
          </dt>
          <dd>
            {hiddenQuestions.includes(question.id) ? (
              <span className="blank">{t('responses.hidden')}</span>
            ) : (
              <AnswerValue
                question={question}
                value={answers[answerKey(question, repetition)]}
                other={answers[otherKey(question, repetition)]}
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
