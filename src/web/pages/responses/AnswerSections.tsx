import type { ResponseDetail } from '#contract/responses.ts'
import { otherKey } from '#domain/answers.ts'
import { textIn } from '#domain/survey.ts'
import { currentLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { AnswerValue } from './AnswerValue.tsx'
import { Panel } from '../../ui/Panel.tsx'

/** What was asked, as the respondent saw it, and what was answered; in the language of the page where there is one. */
export function AnswerSections({ response }: { response: ResponseDetail }) {
  const t = useText()
  const locale = currentLocale()
  const { sections, answers, hiddenQuestions } = response
  return (
    <div className="answers">
      {sections.map((section) => (
        <Panel key={section.id} className="answer-section">
          <h2>{textIn(section.title, locale)}</h2>
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
                    <AnswerValue question={question} value={answers[question.id]} other={answers[otherKey(question)]} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Panel>
      ))}
    </div>
  )
}
