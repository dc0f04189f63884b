/** A section that repeats: its questions for each repetition, and how repetitions come and go. */
import { useId, useState } from 'react'
import { countKey } from '#domain/answers/answer-values.ts'
import { plainIn } from '#domain/answers/label-text.ts'
import type { Section } from '#domain/surveys/survey.ts'
import { Button } from '../ui/Button.tsx'
import { useAsking } from './asking.tsx'
import type { FormAnswers } from './given.ts'
import type { Group, Page } from './pages.ts'
import { Problems } from './Problems.tsx'
import { type Answering, groupKey, Questions } from './Questions.tsx'
import { countingQuestion, type Entries, entriesOf, nameIn, withoutRepetition, withRepetition } from './repetitions.ts'

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

const addButton = '.q-add .button'

export function Roster({ page: { section, groups }, given, onChange, onShow, ...answering }: RosterProps) {
  const { content, language, say } = useAsking()
  const [removed, setRemoved] = useState<Removed>()
  const { filling, problems, checked, renderHidden } = answering
  const headingOf = useHeading(section, groups.length, filling.answers)
  const counting = countingQuestion(content, section)
  const title = plainIn(section.title, language)
  const max = section.repeat?.max ?? 0
  const whyNone = filling.hidden.get(countKey(section))
  if (whyNone) {
    return section.questions.map((each) => <div key={each.id}>{renderHidden?.(each, whyNone, undefined)}</div>)
  }

  function add() {
    setRemoved(undefined)
    onChange((given) => withRepetition(section, given))
    onShow(headingAt(groups.length + 1), groupKey(section, { repetition: groups.length + 1 }))
  }

  function remove(repetition: number) {
    const entries = entriesOf(section, repetition, given)
    const isBlank = Object.keys(entries).length === 0
    setRemoved(isBlank ? undefined : { at: repetition, entries, heading: headingOf(repetition) })
    onChange((given) => withoutRepetition(section, given, repetition))
    const next = Math.min(repetition, groups.length - 1)
    onShow(isBlank ? (next > 0 ? headingAt(next) : addButton) : '.q-removed .button')
  }

  function undo({ at, entries }: Removed) {
    setRemoved(undefined)
    onChange((given) => withRepetition(section, given, at, entries))
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
        <div className="q-removed">
          <output>{say('removed', { repetition: removed.heading })}</output>
          <Button size="small" onClick={() => undo(removed)}>
            {say('undo')}
          </Button>
        </div>
      )}
      {groups.map((group) => (
        <Repetition
          key={group.repetition}
          heading={headingOf(group.repetition ?? 0)}
          group={group}
          section={section}
          onRemove={counting ? undefined : remove}
          {...answering}
        />
      ))}
      {!counting && (
        <div className="q-add">
          {groups.length === 0 && <p className="q-hint">{say('noneYet')}</p>}
          <Button
            refusal={groups.length < max ? undefined : say('mostRepetitions', { limit: String(max) })}
            onClick={add}
          >
            {say('add', { title })}
          </Button>
          {groups.length >= max && <p className="q-hint">{say('mostRepetitions', { limit: String(max) })}</p>}
          {checked.has(groupKey(section, { repetition: undefined })) && (
            <Problems problems={problems.get(countKey(section)) ?? []} />
          )}
        </div>
      )}
    </>
  )
}

function headingAt(repetition: number): string {
  return `[data-repetition="${repetition}"] h3`
}

/** `Household member 2 of 4: Ana`. */
export function useHeading(section: Section, count: number, answers: FormAnswers): (repetition: number) => string {
  const { language, say } = useAsking()
  const title = plainIn(section.title, language)
  return (repetition) => {
    const name = nameIn(section, repetition, answers)
    const heading = say('repetition', { title, number: String(repetition), count: String(count) })
    return name === '' ? heading : `${heading}: ${name}`
  }
}

interface RepetitionProps extends Answering {
  heading: string
  section: Section
  group: Group
  /** Undefined where an answer gives the number. */
  onRemove: ((repetition: number) => void) | undefined
}

function Repetition({ heading, section, group, onRemove, ...answering }: RepetitionProps) {
  const { say } = useAsking()
  const id = useId()
  const { repetition = 0 } = group
  return (
    <section className="q-repetition" data-repetition={repetition} aria-labelledby={id}>
      <div className="q-repetition-head">
        <h3 id={id} tabIndex={-1}>
          {heading}
        </h3>
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
