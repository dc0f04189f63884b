import { memo, useMemo, useState } from 'react'
import type { Proposal, ProposedQuestion, ProposedSkip } from '#domain/from-text/proposal.ts'
import type { Choices } from '#domain/from-text/proposed-content.ts'
import { choiceTypes, type QuestionType, questionTypes, traitsOf } from '#domain/surveys/question-types.ts'
import { useText } from '../../../i18n/text.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { toggledIn } from './use-toggled.ts'

/** More go in too, but are not shown one by one. */
const shownQuestions = 1000
const shownOptions = 12

interface ProposalRowsProps {
  proposal: Proposal
  choices: Choices
  onChoose: (change: (choices: Choices) => Choices) => void
  /** Shows a line of the text. */
  onLine: (line: number) => void
}

/** The questions by their sections, each with a tick, its type and where it came from. */
export const ProposalRows = memo(function ProposalRows({ proposal: { sections }, choices, ...on }: ProposalRowsProps) {
  const t = useText()
  const all = useMemo(() => sections.flatMap(({ questions }) => questions), [sections])
  let next = 0
  const rowOf = (question: ProposedQuestion) => {
    const place = next++
    if (place >= shownQuestions) return null
    const chosen = { isLeft: choices.left.has(place), isWithoutRules: choices.withoutRules.has(place) }
    const type = choices.types.get(place)
    return <ProposalRow key={place} {...{ place, question, all, sections, type, ...chosen, ...on }} />
  }
  return (
    <>
      {sections.map(({ title, questions }, index) => (
        <section key={index}>
          {title !== '' && <h3 dir="auto">{title}</h3>}
          <ol>{questions.map(rowOf)}</ol>
        </section>
      ))}
      {all.length > shownQuestions && <p>{t('surveys.fromText.more', { count: all.length - shownQuestions })}</p>}
    </>
  )
})

/** The lines that were not understood, so that a person sees what to mend. */
export function Unread({ proposal: { lines, unread }, onLine }: Pick<ProposalRowsProps, 'proposal' | 'onLine'>) {
  const t = useText()
  if (unread.length === 0) return null
  return (
    <details className="note tone-warning">
      <summary>{t('surveys.fromText.unread', { count: unread.length, all: lines })}</summary>
      <ul className="from-text-why">
        {unread.slice(0, shownQuestions).map(({ line, text }) => (
          <li key={`${line} ${text}`} dir="auto">
            <button type="button" onClick={() => onLine(line)}>
              {t('surveys.fromText.line', { line })}
            </button>{' '}
            {text}
          </li>
        ))}
      </ul>
    </details>
  )
}

interface ProposalRowProps extends Pick<ProposalRowsProps, 'onChoose' | 'onLine'> {
  place: number
  question: ProposedQuestion
  all: readonly ProposedQuestion[]
  sections: Proposal['sections']
  isLeft: boolean
  /** Undefined: as it was read. */
  type: QuestionType | undefined
  isWithoutRules: boolean
}

const ProposalRow = memo(function ProposalRow(props: ProposalRowProps) {
  const { place, question, all, isLeft, type, isWithoutRules, onChoose, onLine } = props
  const t = useText()
  const { text, label, options, line, help, reason, condition, skips } = question
  const chosen = type ?? question.type
  // A list of all types in each of 500 rows takes seconds to draw: it is there once the row is reached for.
  const [isReached, setReached] = useState(false)
  const types = isReached ? questionTypes.filter((each) => !traitsOf(each).isRecorded) : [chosen]
  const optionTexts = options.map((option) => option.text)
  const more = options.length - shownOptions
  const rules = [...(condition ? [conditionWords(condition)] : []), ...skips.map(skipWords)]

  function conditionWords({ question: at, option }: NonNullable<typeof condition>) {
    return t('surveys.fromText.asked', { name: named(all[at]), option: optionName(all[at], option) })
  }

  function toggle(list: 'left' | 'withoutRules') {
    onChoose((before) => ({ ...before, [list]: toggledIn(before[list], place) }))
  }

  function optionName(of: ProposedQuestion | undefined, option: number) {
    return of?.options[option]?.text ?? t(option === 0 ? 'questionnaire.yes' : 'questionnaire.no')
  }

  function skipWords({ options: ofSkip, to }: ProposedSkip) {
    const place =
      to === 'END' ? undefined : 'question' in to ? named(all[to.question]) : props.sections[to.section]?.title
    const target = place ?? t('surveys.fromText.end')
    if (ofSkip === 'ANY') return t('surveys.fromText.goes', { target })
    return t('surveys.fromText.goesIf', {
      option: ofSkip.map((each) => optionName(question, each)).join(' / '),
      target,
    })
  }

  return (
    <li className="from-text-row" data-left={isLeft || undefined}>
      <label>
        <input type="checkbox" checked={!isLeft} onChange={() => toggle('left')} />
        <span dir="auto">
          {label !== '' && <b>{label} </b>}
          {text}
        </span>
      </label>
      <NativeSelect<QuestionType>
        aria-label={t('questions.field.type')}
        value={chosen}
        disabled={isLeft}
        onPointerEnter={() => setReached(true)}
        onFocus={() => setReached(true)}
        options={types.map((value) => ({ value, label: t(`questions.type.${value}`) }))}
        onChange={(next) =>
          next && onChoose((before) => ({ ...before, types: new Map(before.types).set(place, next) }))
        }
      />
      <div className="from-text-guess">
        {help !== '' && <p dir="auto">{help}</p>}
        {(choiceTypes.includes(chosen) || chosen === 'YES_NO') && (
          <p dir="auto">
            {optionTexts.slice(0, shownOptions).join(' · ')}
            {more > 0 && ` … ${t('surveys.fromText.more', { count: more })}`}
          </p>
        )}
        {rules.length > 0 && (
          <label>
            <input
              type="checkbox"
              checked={!isWithoutRules}
              disabled={isLeft}
              onChange={() => toggle('withoutRules')}
            />
            <span>{rules.join('; ')}</span>
          </label>
        )}
        <p className="from-text-why">
          {type === undefined ? t(`surveys.fromText.why.${reason}`) : t('surveys.fromText.chosen')}{' '}
          <button type="button" onClick={() => onLine(line)}>
            {t('surveys.fromText.line', { line })}
          </button>
        </p>
      </div>
    </li>
  )
})

function named(question: ProposedQuestion | undefined): string {
  const text = question?.text ?? ''
  return `${question?.label ?? ''} ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`.trim()
}
