/** All answers behind the last page, each page with its way back; what is wrong comes first. */
import { answerKey, otherKey, type Repetition } from '#domain/answers/answer-values.ts'
import type { Question, Section } from '#domain/surveys/survey.ts'
import { Button } from '../ui/Button.tsx'
import { PlaceProvider, useAnswers, useAsking } from './asking.tsx'
import { answerText } from './format.ts'
import { plainText } from './given.ts'
import type { Page } from './pages.ts'
import { addAt, useHeading } from './Roster.tsx'
import { Words } from './Words.tsx'

/** A question with a problem, or a section with a problem of how often it repeats. */
export interface Wrong {
  page: Page
  section: Section
  key: string
  question?: Question
  repetition?: Repetition
}

interface SummaryProps {
  pages: readonly Page[]
  wrong: readonly Wrong[]
  /** Goes to a page, or to what the selector finds on it. */
  onOpen: (page: Page, focus?: string) => void
}

export function Summary({ pages, wrong, onOpen }: SummaryProps) {
  const { say } = useAsking()
  return (
    <>
      {wrong.length > 0 && (
        <div className="note tone-danger" role="alert">
          <p>{say('checkThese')}</p>
          <ul className="q-wrong">
            {wrong.map((each) => (
              <li key={each.key}>
                <WrongLink wrong={each} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {pages.map((page) => (
        <PageAnswers key={page.place} page={page} onOpen={onOpen} />
      ))}
    </>
  )
}

interface WrongLinkProps extends Pick<SummaryProps, 'onOpen'> {
  wrong: Wrong
}

/** The way to a question, in its own words. */
export function WrongLink({ wrong: { page, section, key, question, repetition }, onOpen }: WrongLinkProps) {
  const headingOf = useHeading(section, useAnswers(), 'WHOLE')
  return (
    <Button size="small" look="link" onClick={() => onOpen(page, question ? `[data-question="${key}"]` : addAt(key))}>
      <PlaceProvider value={{ section: section.id, repetition }}>
        {repetition !== undefined && `${headingOf(repetition)}: `}
        <Words text={question?.text ?? section.title} look="PLAIN" />
      </PlaceProvider>
    </Button>
  )
}

function PageAnswers({ page, onOpen }: { page: Page } & Pick<SummaryProps, 'onOpen'>) {
  const { say } = useAsking()
  const { section, groups } = page
  const headingOf = useHeading(section, useAnswers(), 'WHOLE')
  return (
    <section className="q-answers">
      <h3>
        <Words text={section.title} />
      </h3>
      {groups.length === 0 && <p className="blank">{say('noneYet')}</p>}
      {groups.map(({ repetition, questions }) => (
        <div key={repetition ?? 0}>
          {repetition !== undefined && <h4>{headingOf(repetition)}</h4>}
          <dl>
            <PlaceProvider value={{ section: section.id, repetition }}>
              {questions.map((question) => (
                <AnswerLine key={question.id} question={question} repetition={repetition} />
              ))}
            </PlaceProvider>
          </dl>
        </div>
      ))}
      <Button size="small" onClick={() => onOpen(page)}>
        {say('changeAnswers')}{' '}
        <span className="visually-hidden">
          <Words text={section.title} look="PLAIN" />
        </span>
      </Button>
    </section>
  )
}

function AnswerLine({ question, repetition }: { question: Question; repetition: Repetition }) {
  const { language, say, names } = useAsking()
  const answers = useAnswers()
  const { [answerKey(question, repetition)]: value, [otherKey(question, repetition)]: other } = answers
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
