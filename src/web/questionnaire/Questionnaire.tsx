/**
 * A survey to be filled in: its sections as pages, then a summary. It knows no place where answers go:
 * `<Questionnaire content={content} language="pt-br" answers={answers} onChange={setAnswers} today="2026-11-22" />`.
 */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState, useId } from 'react'
import { type AnswerProblem, answerProblems } from '#domain/answers/answers.ts'
import { answerKey, countKey } from '#domain/answers/answer-values.ts'
import { fill } from '#domain/answers/filling.ts'
import { followed } from '#domain/answers/initial.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { Button } from '../ui/Button.tsx'
import { AnswersProvider, type Asking, AskingProvider, type Sources, useAsking } from './asking.tsx'
import { withAnswer } from './choices.ts'
import { focusIn } from './focus-in.ts'
import { tagOf } from './language.ts'
import { clockAt, type FormAnswers } from './given.ts'
import { placeInHistory, usePageHistory } from './page-history.ts'
import { end, indexOfPlace, type Page, pagesOf, type Paging, placeAt, type Place } from './pages.ts'
import { groupKey, Questions, type RenderHidden } from './Questions.tsx'
import { Roster } from './Roster.tsx'
import type { Returned } from './returned.ts'
import { Summary, type Wrong, WrongLink } from './Summary.tsx'
import { useSay } from './words.ts'
import { MediaOf } from './ShownMedia.tsx'
import { Words } from './Words.tsx'
import './questionnaire.css'

export interface QuestionnaireProps {
  content: SurveyContent
  /** Texts that are not in this language come in another one, as `textIn` says. */
  language: string
  answers: FormAnswers
  /** Like the setter of a state, and always the same: a file may be stored while other answers change. */
  onChange: (change: (answers: FormAnswers) => FormAnswers) => void
  /** YYYY-MM-DD, for expressions. */
  today: string
  sources?: Sources
  /** A section at a time, unless said. */
  paging?: Paging | undefined
  /** The answers in hand by a name of their own: each page is then an entry of the browser's history. */
  inHistory?: string | undefined
  /** What was said against answers when they were sent, for as long as they are the same. */
  refused?: readonly AnswerProblem[]
  /** What a reviewer asks to correct. */
  returned?: Returned | undefined
  /** Shown in the place of a question that is not asked. */
  renderHidden?: RenderHidden | undefined
  /** Above the first page and the summary: who answers. */
  head?: ReactNode
  /** Below the summary of answers without problems: what happens to them. */
  children?: ReactNode
}

/** Where the focus goes when a place is shown: into what the selector finds. */
interface Shown {
  place: Place | undefined
  focus?: string
}

const heading = 'h2[tabindex]'
const firstProblem = '.q-question:has(.q-problem), .q-add:has(.q-problem)'

const noSources: Sources = {}
const noNotes: Returned['notes'] = {}
const noProblems: readonly AnswerProblem[] = []

export function Questionnaire(props: QuestionnaireProps) {
  const { content, language, answers: given, onChange: onGiven, today, renderHidden, head, children } = props
  const { sources = noSources, refused = noProblems, returned, inHistory, paging } = props
  const { say, locale } = useSay(language)
  const root = useRef<HTMLFormElement>(null)
  const [names] = useState(() => new Map<string, string>())
  const [shown, setShown] = useState<Shown>(() => ({ place: placeInHistory(inHistory) }))
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set())
  const filling = useMemo(() => fill(content, given, clockAt(today)), [content, given, today])
  const { answers } = filling
  const onChange = useCallback(
    (change: (answers: FormAnswers) => FormAnswers) =>
      onGiven((before) => followed(content, { before, after: change(before) }, clockAt(today))),
    [content, onGiven, today],
  )
  const problems = useMemo(
    () => byKey([...answerProblems(content, answers, clockAt(today)), ...refused]),
    [content, answers, today, refused],
  )
  const pages = pagesOf(content, filling, renderHidden ? 'ALL' : 'ASKED', paging)
  const index = indexOfPlace(content, pages, shown.place, paging)
  const { [index]: page } = pages
  const askedPages = renderHidden ? pagesOf(content, filling, 'ASKED', paging) : pages
  const wrong = wrongIn(askedPages, problems)

  const here = page?.place ?? end
  const keepPlace = usePageHistory(inHistory, (place) => {
    if (place !== here) setShown({ place, focus: heading })
  })

  function show(next: Shown) {
    keepPlace(here, next.place)
    setShown(next)
  }

  useEffect(() => {
    if (shown.focus) focusIn(root.current?.querySelector<HTMLElement>(shown.focus) ?? null)
  }, [shown])

  const asking = useMemo(
    (): Asking => ({
      content,
      language,
      today,
      say,
      sources,
      notes: returned?.notes ?? noNotes,
      names,
      answer: (key, value) => onChange((before) => withAnswer(content, before, { key, value }, today)),
    }),
    [content, language, today, say, sources, returned, names, onChange],
  )

  /** What is wrong on a page is said there from now on. */
  function check({ section, groups }: Page) {
    const keys = groups.map((group) => groupKey(section, group))
    setChecked((before) => new Set([...before, groupKey(section, { repetition: undefined }), ...keys]))
  }

  function next(of: Page) {
    check(of)
    const isWrong = wrong.some(({ page }) => page.place === of.place)
    if (isWrong) show({ place: of.place, focus: firstProblem })
    else show({ place: placeAt(pages, index + 1), focus: heading })
  }

  /** Opens a page from the summary. The page shows its problems too. */
  function open(of: Page, focus: string = heading) {
    check(of)
    show({ place: of.place, focus })
  }

  /** What was just added is blank, and not wrong for that. */
  function showPart(focus: string, fresh?: string) {
    setChecked((before) => new Set([...before].filter((key) => key !== fresh)))
    setShown({ place: page?.place, focus })
  }

  const isEnd = page === undefined
  const answering = { filling, problems, checked, renderHidden }
  return (
    <AskingProvider value={asking}>
      <AnswersProvider value={answers}>
        <form
          ref={root}
          className="questionnaire"
          lang={tagOf(locale)}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            if (page) next(page)
          }}
        >
          {returned && (
            <ToCorrect
              returned={returned}
              noted={wrongIn(askedPages, new Map(Object.entries(returned.notes)))}
              onOpen={open}
            />
          )}
          {(isEnd || index === 0) && head}
          <Progress index={index} count={pages.length} />
          <h2 tabIndex={-1}>{page ? <Words text={page.section.title} /> : say('summary')}</h2>
          {page && <MediaOf media={page.section.media} text={page.section.title} />}
          {page?.section.repeat && (
            <Roster
              key={page.section.id}
              page={page}
              given={given}
              onChange={onChange}
              onShow={showPart}
              {...answering}
            />
          )}
          {page &&
            !page.section.repeat &&
            page.groups.map((group) => (
              <Questions key={page.place} section={page.section} group={group} {...answering} />
            ))}
          {isEnd && <Summary pages={askedPages} wrong={wrong} onOpen={open} />}
          {isEnd && wrong.length === 0 && children}
          <div className="q-steps">
            {index > 0 && (
              <Button onClick={() => show({ place: placeAt(pages, index - 1), focus: heading })}>{say('back')}</Button>
            )}
            {page && (
              <Button look="primary" type="submit">
                {say(index + 1 < pages.length ? 'next' : 'toSummary')}
              </Button>
            )}
          </div>
        </form>
      </AnswersProvider>
    </AskingProvider>
  )
}

function Progress({ index, count }: { index: number; count: number }) {
  const { say } = useAsking()
  return (
    <div className="q-progress">
      <progress aria-label={say('progress')} value={index} max={Math.max(count, 1)} />
      {index < count && <span>{say('page', { page: String(index + 1), count: String(count) })}</span>}
    </div>
  )
}

/** The text beside an "other" belongs to its question. */
function byKey(problems: readonly AnswerProblem[]): ReadonlyMap<string, AnswerProblem[]> {
  return Map.groupBy(problems, ({ key }) => key.replace(/\.other$/, ''))
}

/** In the order of the questions; a number of repetitions comes behind them. */
function wrongIn(pages: readonly Page[], problems: ReadonlyMap<string, unknown>): Wrong[] {
  return pages.flatMap((page): Wrong[] => {
    const { section } = page
    const found = page.groups.flatMap(({ repetition, questions }) =>
      questions
        .map((question) => ({ page, section, question, repetition, key: answerKey(question, repetition) }))
        .filter(({ key }) => problems.has(key)),
    )
    const count = countKey(section)
    const counts = [...problems.keys()].filter((key) => key === count || key.startsWith(`${count}.`))
    return [...found, ...counts.map((key) => ({ page, section, key }))]
  })
}

interface ToCorrectProps {
  returned: Returned
  /** The questions with notes, as far as they are asked. */
  noted: readonly Wrong[]
  onOpen: (page: Page, focus?: string) => void
}

/** Above the questions of a response that was returned: what its reviewer asks to correct, and the way there. */
function ToCorrect({ returned: { reason, notes }, noted, onOpen }: ToCorrectProps) {
  const { say } = useAsking()
  const id = useId()
  return (
    <section className="note tone-warning q-returned" aria-labelledby={id}>
      <h2 id={id}>{say('returned.title')}</h2>
      {reason !== '' && <p>{say('returned.reason', { reason })}</p>}
      <ul className="q-wrong">
        {noted.map((each) => (
          <li key={each.key}>
            <WrongLink wrong={each} onOpen={onOpen} /> <q>{notes[each.key]}</q>
          </li>
        ))}
      </ul>
    </section>
  )
}
