/** A section that repeats: its questions for each repetition, and how repetitions come and go. */
import { useId, useMemo, useState } from 'react'
import { type Answers, countKey, type Repetition } from '#domain/answers/answer-values.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import { insideOf, isInside, lastNumber, outerAt, rostersOf } from '#domain/answers/rosters.ts'
import type { Section } from '#domain/surveys/survey.ts'
import { Button } from '../ui/Button.tsx'
import { useAsking } from './asking.tsx'
import type { FormAnswers } from './given.ts'
import type { Group, Page } from './pages.ts'
import { Problems } from './Problems.tsx'
import { type Answering, groupKey, Questions } from './Questions.tsx'
import {
  countingQuestion,
  type Entries,
  entriesOf,
  nameIn,
  storedRepetitions,
  withoutRepetition,
  withRepetition,
} from './repetitions.ts'

interface RosterProps extends Answering {
  page: Page
  /** Those of questions that are not asked too. */
  given: FormAnswers
  onChange: (change: (given: FormAnswers) => FormAnswers) => void
  /** Gives the focus to what the selector finds, once it is there. */
  onShow: (selector: string, fresh?: string) => void
}

/** What was removed with answers, until another one is. */
interface Removed {
  at: number
  entries: Entries
  heading: string
}

/** Inside of the repetitions of another section: for each of those. */
export function Roster(props: RosterProps) {
  const { content } = useAsking()
  const { section, groups } = props.page
  const outer = rostersOf(content, section).at(-2)
  const headingOf = useHeading(outer ?? section, props.filling.answers, 'WHOLE')
  if (!outer) return <RosterIn {...props} outer={undefined} groups={groups} />
  return props.filling.repetitions(outer).map((each) => (
    <section key={each} className="q-outer" aria-label={headingOf(each)}>
      <h3>{headingOf(each)}</h3>
      <RosterIn {...props} outer={each} groups={groups.filter(({ repetition }) => isInside(repetition, each))} />
    </section>
  ))
}

interface RosterInProps extends RosterProps {
  outer: Repetition
  groups: readonly Group[]
}

function RosterIn({ page: { section }, outer, groups, given, onChange, onShow, ...answering }: RosterInProps) {
  const { content, language, say } = useAsking()
  const [removed, setRemoved] = useState<Removed>()
  const { filling, problems, checked, renderHidden } = answering
  const headingOf = useHeading(section, filling.answers, 'OWN')
  const counting = countingQuestion(content, section)
  const title = plainIn(section.title, language)
  const max = section.repeat?.max ?? 0
  const key = countKey(section, outer)
  const whyNone = filling.hidden.get(key)
  if (whyNone) {
    return section.questions.map((each) => <div key={each.id}>{renderHidden?.(each, whyNone, undefined)}</div>)
  }
  const of = { content, section, outer }
  const headingAt = (number: number) =>
    `[data-repetition="${insideOf(outer, number)}"] .q-repetition-head > [tabindex="-1"]`

  function add() {
    setRemoved(undefined)
    onChange((given) => withRepetition(of, given))
    const number = groups.length + 1
    onShow(headingAt(number), groupKey(section, { repetition: insideOf(outer, number) }))
  }

  function remove(repetition: Repetition) {
    const number = lastNumber(repetition) ?? 0
    const entries = entriesOf(content, section, repetition, given)
    const isBlank = Object.keys(entries).length === 0
    setRemoved(isBlank ? undefined : { at: number, entries, heading: headingOf(repetition) })
    onChange((given) => withoutRepetition(of, given, number))
    const next = Math.min(number, groups.length - 1)
    onShow(isBlank ? (next > 0 ? headingAt(next) : `${addAt(key)} .button`) : `[data-removed="${key}"] .button`)
  }

  function undo({ at, entries }: Removed) {
    setRemoved(undefined)
    onChange((given) => withRepetition(of, given, at, entries))
    onShow(headingAt(at))
  }

  return (
    <>
      {counting && (
        <p className="q-hint">
          {say('countGiven', { question: plainIn(counting.text, language), count: String(groups.length) })}
        </p>
      )}
      {removed && (
        <div className="q-removed" data-removed={key}>
          <output>{say('removed', { repetition: removed.heading })}</output>
          <Button size="small" onClick={() => undo(removed)}>
            {say('undo')}
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <RepetitionPart
          key={group.repetition}
          heading={headingOf(group.repetition)}
          group={group}
          section={section}
          onRemove={counting ? undefined : remove}
          {...answering}
        />
      ))}
      {!counting && (
        <div className="q-add" data-add={key}>
          {groups.length === 0 && <p className="q-hint">{say('noneYet')}</p>}
          <Button
            refusal={groups.length < max ? undefined : say('mostRepetitions', { limit: String(max) })}
            onClick={add}
          >
            {say('add', { title })}
          </Button>
          {groups.length >= max && <p className="q-hint">{say('mostRepetitions', { limit: String(max) })}</p>}
          {checked.has(groupKey(section, { repetition: undefined })) && <Problems problems={problems.get(key) ?? []} />}
        </div>
      )}
    </>
  )
}

/** Where repetitions are added, for the selector of a focus. `key`: a `countKey`. */
export function addAt(key: string): string {
  return `[data-add="${key}"]`
}

/** `Household member 2 of 4: Ana`; as a whole with those around it before. */
export function useHeading(
  section: Section,
  answers: FormAnswers,
  part: 'OWN' | 'WHOLE',
): (repetition: Repetition) => string {
  const { content, language, say } = useAsking()
  const rosters = useMemo(
    () =>
      rostersOf(content, section).map((each) => ({ each, all: storedRepetitions(content, each, answers as Answers) })),
    [content, section, answers],
  )
  return (repetition) => {
    const headings = rosters.map(({ each, all }, depth) => {
      const [outer, own] = [outerAt(repetition, depth), outerAt(repetition, depth + 1)]
      const count = all.filter((one) => isInside(one, outer)).length
      const words = { title: plainIn(each.title, language), number: String(lastNumber(own)), count: String(count) }
      const name = nameIn(each, own, answers)
      const heading = say('repetition', words)
      return name === '' ? heading : `${heading}: ${name}`
    })
    return part === 'OWN' ? (headings.at(-1) ?? '') : headings.join(' › ')
  }
}

interface RepetitionProps extends Answering {
  heading: string
  section: Section
  group: Group
  /** Undefined where an answer gives the number. */
  onRemove: ((repetition: Repetition) => void) | undefined
}

function RepetitionPart({ heading, section, group, onRemove, ...answering }: RepetitionProps) {
  const { say } = useAsking()
  const id = useId()
  const { repetition } = group
  // Below the heading of what is around it.
  const Heading = typeof repetition === 'string' ? 'h4' : 'h3'
  return (
    <section className="q-repetition" data-repetition={repetition} aria-labelledby={id}>
      <div className="q-repetition-head">
        <Heading id={id} tabIndex={-1}>
          {heading}
        </Heading>
        {onRemove && (
          <Button size="small" onClick={() => onRemove(repetition)}>
            {say('remove')} <span className="visually-hidden">{heading}</span>
          </Button>
        )}
      </div>
      <Questions section={section} group={group} {...answering} />
    </section>
  )
}
