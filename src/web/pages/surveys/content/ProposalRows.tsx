import { memo, useMemo, useState } from 'react'
import type { Proposal, ProposedQuestion, ProposedSkip } from '#domain/from-text/proposal.ts'
import type { Choices } from '#domain/from-text/proposed-content.ts'
import { choiceTypes, type QuestionType, questionTypes, traitsOf } from '#domain/surveys/question-types.ts'
import { useText } from '../../../i18n/text.ts'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'

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
export const ProposalRows = memo(function ProposalRows({
  proposal: { sections },
  choices,
  onChoose,
  onLine,
}: ProposalRowsProps) {
  const t = useText()
  const all = useMemo(() => sections.flatMap(({ questions }) => questions), [sections])
  let next = 0
  const rows = sections.map((section, index) => (
    <section key={index}>
      {section.title !== '' && <h3 dir="auto">{section.title}</h3>}
      <ol>
        {section.questions.map((question) => {
          const place = next++
          return place >= shownQuestions ? null : (
            <ProposalRow
              key={place}
              place={place}
              question={question}
              all={all}
              titles={sections}
              isLeft={choices.left.has(place)}
              type={choices.types.get(place)}
              isWithoutRules={choices.withoutRules.has(place)}
              onChoose={onChoose}
              onLine={onLine}
            />
          )
        })}
      </ol>
    </section>
  ))
  return (
    <>
      {rows}
      {all.length > shownQuestions && <p>{t('surveys.fromText.more', { count: all.length - shownQuestions })}</p>}
    </>
  )
})

interface ProposalRowProps extends Pick<ProposalRowsProps, 'onChoose' | 'onLine'> {
  place: number
  question: ProposedQuestion
  all: readonly ProposedQuestion[]
  titles: Proposal['sections']
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
  const rules = [
    ...(condition
      ? [
          t('surveys.fromText.asked', {
            name: named(all[condition.question]),
            option: optionName(all[condition.question], condition.option),
          }),
        ]
      : []),
    ...skips.map((skip) => skipWords(skip)),
  ]

  function optionName(of: ProposedQuestion | undefined, option: number) {
    return of?.options[option]?.text ?? t(option === 0 ? 'questionnaire.yes' : 'questionnaire.no')
  }

  function skipWords({ options: chosenOptions, to }: ProposedSkip) {
    const target =
      to === 'END'
        ? t('surveys.fromText.end')
        : 'question' in to
          ? named(all[to.question])
          : (props.titles[to.section]?.title ?? '')
    if (chosenOptions === 'ANY') return t('surveys.fromText.goes', { target })
    return t('surveys.fromText.goesIf', {
      option: chosenOptions.map((each) => optionName(question, each)).join(' / '),
      target,
    })
  }

  return (
    <li className="from-text-row" data-left={isLeft || undefined}>
      <label>
        <input
          type="checkbox"
          checked={!isLeft}
          onChange={() => onChoose((before) => ({ ...before, left: toggled(before.left, place) }))}
        />
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
        {options.length > 0 && (choiceTypes.includes(chosen) || chosen === 'YES_NO') && (
          <p dir="auto">
            {options
              .slice(0, shownOptions)
              .map((option) => option.text)
              .join(' · ')}
            {options.length > shownOptions &&
              ` … ${t('surveys.fromText.more', { count: options.length - shownOptions })}`}
          </p>
        )}
        {rules.length > 0 && (
          <label>
            <input
              type="checkbox"
              checked={!isWithoutRules}
              disabled={isLeft}
              onChange={() => onChoose((before) => ({ ...before, withoutRules: toggled(before.withoutRules, place) }))}
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

function toggled(places: ReadonlySet<number>, place: number): ReadonlySet<number> {
  const next = new Set(places)
  if (!next.delete(place)) next.add(place)
  return next
}

function named(question: ProposedQuestion | undefined): string {
  const text = question?.text ?? ''
  return `${question?.label ?? ''} ${text.length > 40 ? `${text.slice(0, 40)}…` : text}`.trim()
}
