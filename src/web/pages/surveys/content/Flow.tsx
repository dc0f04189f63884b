/** The ways through a survey, to be read and printed: in order, what is asked only if, what leads where, and what is never reached. */
import { Link, useLocation } from 'react-router'
import type { SurveyDetail } from '#contract/surveys.ts'
import type { FieldProblem } from '#domain/problems.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { PaperHead, PrintButton } from '../../../ui/Paper.tsx'
import { useRepeatWords } from '../repeat-words.ts'
import { LogicLine } from './LogicLine.tsx'
import { Obstacles } from './Obstacles.tsx'
import { endPlace, type ConditionLine, type RuleLine } from './rule-lines.ts'
import './flow.css'

interface FlowProps {
  survey: SurveyDetail
  language: string
  problems: ReadonlyMap<string, readonly FieldProblem[]>
  rules: ReadonlyMap<number, readonly RuleLine[]>
  conditions: ReadonlyMap<string, readonly ConditionLine[]>
  onClose: () => void
}

export function Flow({ survey, language, problems, rules, conditions, onClose }: FlowProps) {
  const t = useText()
  const { search } = useLocation()
  const repeatWords = useRepeatWords()
  const codes = new Map(survey.sections.flatMap(({ questions }) => questions.map(({ id, code }) => [id, code])))
  const jumps = [...rules].flatMap(([id, lines]) => lines.map(({ to }) => ({ to, id })))
  const sources = Map.groupBy(jumps, ({ to }) => to)

  /** What is at a place besides its text: where ways come from, and when it is asked. */
  function arrivalAt(place: string) {
    const from = new Set<number>(sources.get(place)?.map(({ id }) => id))
    return (
      <>
        {from.size > 0 && (
          <p className="content-mark flow-from">
            {t('surveys.flowFrom')}{' '}
            {[...from].map((id) => (
              <Link key={id} to={{ search, hash: `question-${id}` }}>
                {codes.get(id)}
              </Link>
            ))}
          </p>
        )}
        {conditions.get(place)?.map(({ field, text }) => field === 'relevant' && <LogicLine key={field} text={text} />)}
      </>
    )
  }

  return (
    <article className="content flow" lang={language}>
      <PaperHead>
        <h1>{textIn(survey.texts.title, language)}</h1>
      </PaperHead>
      <div className="content-bar">
        <Button onClick={onClose}>{t('surveys.backToContent')}</Button>
        <PrintButton />
      </div>
      <ol className="content-sections">
        {survey.sections.map((section, index) => (
          <li key={section.id} className="content-section">
            <h2 id={`section-${section.id}`} tabIndex={-1}>
              {index + 1}. {textIn(section.title, language)}
            </h2>
            {section.repeat && <p className="content-mark">{repeatWords(section.repeat)}</p>}
            {arrivalAt(`section-${section.id}`)}
            <ol>
              {section.questions.map((question, at) => {
                const path = `sections[${index}].questions[${at}]`
                const stray = (problems.get(path) ?? []).filter(({ code }) => /^RULE_|UNREACHABLE$/.test(code))
                const isReached = stray.every(({ code }) => code !== 'QUESTION_UNREACHABLE')
                return (
                  <li
                    key={question.id}
                    id={`question-${question.id}`}
                    className="flow-step"
                    tabIndex={-1}
                    data-reached={isReached}
                  >
                    <Link to={`?tab=content&form=question:${question.id}`}>
                      <code className="content-code">{question.code}</code>
                    </Link>
                    <div>
                      <span>{plainIn(question.text, language)}</span>
                      {arrivalAt(`question-${question.id}`)}
                      {rules.get(question.id)?.map(({ id, text, to }) => (
                        <Link key={id} className="flow-jump" to={{ search, hash: to }}>
                          <LogicLine text={text} />
                        </Link>
                      ))}
                      <Obstacles found={stray} path={path} />
                    </div>
                  </li>
                )
              })}
            </ol>
          </li>
        ))}
        <li className="content-section">
          <h2 id={endPlace} tabIndex={-1}>
            {t('surveys.flowEnd')}
          </h2>
          {arrivalAt(endPlace)}
        </li>
      </ol>
    </article>
  )
}
