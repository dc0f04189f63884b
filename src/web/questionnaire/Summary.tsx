/** All answers behind the last page, each page with its way back; what is wrong comes first. */
import { type Question } from '#domain/survey.ts'
import { Button } from '../ui/Button.tsx'
import { useAnswers, useAsking } from './asking.ts'
import { answerText } from './format.ts'
import { plainText } from './given.ts'
import type { Page } from './pages.ts'
import { Words } from './Words.tsx'

interface SummaryProps {
  pages: readonly Page[]
  /** Questions with a problem. */
  wrong: readonly Question[]
  /** Goes to a page, or to a question. */
  onOpen: (section: number, question?: number) => void
}

export function Summary({ pages, wrong, onOpen }: SummaryProps) {
  const { say } = useAsking()
  const sectionOf = (id: number) => pages.find(({ questions }) => questions.some((each) => each.id === id))?.section
  return (
    <>
      {wrong.length > 0 && (
        <div className="note tone-danger" role="alert">
          <p>{say('checkThese')}</p>
          <ul className="q-wrong">
            {wrong.map(({ id, text }) => (
              <li key={id}>
                <Button look="link" size="small" onClick={() => onOpen(sectionOf(id)?.id ?? 0, id)}>
                  <Words text={text} />
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {pages.map(({ section, questions }) => (
        <section key={section.id} className="q-answers">
          <h3>
            <Words text={section.title} />
          </h3>
          <dl>
            {questions.map((question) => (
              <AnswerLine key={question.id} question={question} />
            ))}
          </dl>
          <Button size="small" onClick={() => onOpen(section.id)}>
            {say('changeAnswers')}{' '}
            <span className="visually-hidden">
              <Words text={section.title} />
            </span>
          </Button>
        </section>
      ))}
    </>
  )
}

function AnswerLine({ question }: { question: Question }) {
  const { language, say, names } = useAsking()
  const answers = useAnswers()
  const { [question.id]: value, [`${question.id}.other`]: other } = answers
  if (question.type === 'NOTE') return null
  const words = { language, say, nameOf: (code: string) => names.get(code) }
  return (
    <div>
      <dt>
        <Words text={question.text} />
      </dt>
      <dd>
        {value === undefined ? <span className="blank">{say('unanswered')}</span> : answerText(question, value, words)}
        {other !== undefined && `: ${plainText(other)}`}
      </dd>
    </div>
  )
}
