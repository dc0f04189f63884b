/** Who answers and where, then the questionnaire, then sending it. */
import { useEffect, useId, useRef, useState } from 'react'
import { phoneProblem } from '#domain/people/phone.ts'
import { type FieldProblem, problem } from '#domain/problems.ts'
import type { SurveyContent } from '#domain/surveys/survey.ts'
import { longestRemark } from '#domain/answers/way-back.ts'
import { useLocating } from '../questionnaire/fields/PointField.tsx'
import type { FormAnswers } from '../questionnaire/given.ts'
import { Questionnaire } from '../questionnaire/Questionnaire.tsx'
import { answersRefused, stillRefused } from '../questionnaire/refused.ts'
import { type Say, wordOfProblem } from '../questionnaire/words.ts'
import { Button } from '../ui/Button.tsx'
import { type FieldContent, tied } from '../ui/tied.ts'
import type { Refused } from './calls.ts'
import type { Work, Position } from './kept.ts'
import { refusalWord } from './refusal-word.ts'
import { useFiles } from './use-files.ts'

/** The press that takes the focus ends before anything moves below it. */
const pressMs = 300

interface LinkFillingProps {
  /** As calls name it. */
  link: string
  work: Work
  /** Its questions with the options that are in files. */
  content: SurveyContent
  language: string
  say: Say
  refused: { by: Refused; sent: Work } | undefined
  isSending: boolean
  onChange: (changes: Partial<Work>) => void
  onAnswer: (change: (answers: FormAnswers) => FormAnswers) => void
  onSubmit: () => Promise<void>
}

export function LinkFilling({ link, work, content, language, say, refused, isSending, ...on }: LinkFillingProps) {
  const { form, answers } = work
  const { correction } = work
  const [now] = useState(() => new Date().toLocaleDateString('sv'))
  const today = correction?.day ?? now
  const sources = useFiles(link, work)
  const errors = refused?.by.errors ?? []
  const ofAnswers = refused ? stillRefused(answersRefused(content, errors), refused.sent.answers, answers) : []
  const ofField = (name: 'participantPhone' | 'participantName') =>
    refused?.sent[name] === work[name] ? errors.filter(({ path }) => path === name) : []
  const isPlaced = form.fence !== 'BLOCK' || work.position !== undefined
  const [isLeft, setLeft] = useState(work.participantPhone !== '')
  const phone = work.participantPhone.trim()
  const isNamed = !form.participantRequired || phone !== ''
  // Without a network there is no other time to say so.
  const code = phone === '' ? undefined : phoneProblem(phone, form.phoneCountry ?? undefined)
  const wrongPhone: FieldProblem[] = code && isLeft ? [problem('participantPhone', code)] : []
  // The form explains why it asks for a number.
  const phoneHelp = [form.isPaid && say('link.phonePaid'), !form.phoneCountry && say('link.phoneHelp')]
    .filter(Boolean)
    .join(' ')
  const fields = (
    <section>
      {form.participant ? (
        <p>{say('link.you', { name: form.participant.name })}</p>
      ) : (
        <>
          <LinkField
            label={say('link.phone')}
            help={phoneHelp === '' ? undefined : phoneHelp}
            required={form.participantRequired ? say('required') : undefined}
            problems={wrongPhone.length > 0 ? wrongPhone : ofField('participantPhone')}
            say={say}
          >
            <input
              className="q-input"
              type="tel"
              autoComplete="tel"
              value={work.participantPhone}
              onBlur={() => setTimeout(() => setLeft(true), pressMs)}
              onChange={({ target }) => on.onChange({ participantPhone: target.value })}
            />
          </LinkField>
          <LinkField label={say('link.name')} problems={ofField('participantName')} say={say}>
            <input
              className="q-input"
              autoComplete="name"
              value={work.participantName}
              onChange={({ target }) => on.onChange({ participantName: target.value })}
            />
          </LinkField>
        </>
      )}
      {form.fence !== 'OFF' && (
        <LinkPosition
          say={say}
          isNeeded={form.fence === 'BLOCK'}
          position={work.position}
          onFound={(position) => on.onChange({ position })}
        />
      )}
    </section>
  )
  return (
    <>
      {refused && <Refusal key={refused.sent.clientUuid} text={say(refusalWord(refused.by.code))} />}
      <Questionnaire
        content={content}
        language={language}
        answers={answers}
        onChange={on.onAnswer}
        today={today}
        sources={sources}
        paging={form.questionPerPage ? 'QUESTION' : 'SECTION'}
        inHistory={work.clientUuid}
        refused={ofAnswers}
        returned={correction?.returned}
        head={fields}
      >
        {correction && (
          <LinkField
            label={say('returned.remark')}
            help={say('returned.remarkHelp')}
            problems={errors.filter(({ path }) => path === 'remark')}
            say={say}
          >
            <textarea
              className="q-input"
              rows={3}
              maxLength={longestRemark}
              value={correction.remark}
              onChange={({ target }) => on.onChange({ correction: { ...correction, remark: target.value } })}
            />
          </LinkField>
        )}
        {!isNamed && <p className="q-problem">{say('link.phoneFirst')}</p>}
        {!isPlaced && <p className="q-problem">{say('link.positionFirst')}</p>}
        <Button
          look="primary"
          size="large"
          loading={isSending}
          disabled={!isNamed || code !== undefined || !isPlaced}
          onClick={() => void on.onSubmit()}
        >
          {say(correction ? 'returned.send' : 'link.send')}
        </Button>
      </Questionnaire>
    </>
  )
}

function Refusal({ text }: { text: string }) {
  const root = useRef<HTMLParagraphElement>(null)
  useEffect(() => root.current?.focus(), [])
  return (
    <p ref={root} tabIndex={-1} role="alert" className="q-problem">
      {text}
    </p>
  )
}

interface LinkFieldProps {
  label: string
  help?: string | undefined
  required?: string | undefined
  problems: readonly FieldProblem[]
  say: Say
  children: FieldContent
}

function LinkField({ label, help, required, problems, say, children }: LinkFieldProps) {
  const id = useId()
  return (
    <div className="q-question">
      <label htmlFor={id}>
        {label} {required}
      </label>
      {tied(children, { id, 'aria-invalid': problems.length > 0, 'aria-describedby': `${id}-notes` })}
      <div id={`${id}-notes`}>
        {problems.map(({ code }) => (
          <p key={code} className="q-problem">
            {say(wordOfProblem(code))}
          </p>
        ))}
        {help !== undefined && <p className="q-hint">{help}</p>}
      </div>
    </div>
  )
}

interface LinkPositionProps {
  say: Say
  isNeeded: boolean
  position: Position | undefined
  onFound: (position: Position) => void
}

/** Where the respondent is, as the phone says it. */
function LinkPosition({ say, isNeeded, position, onFound }: LinkPositionProps) {
  const { state, locate } = useLocating(onFound)
  return (
    <div className="q-question">
      <span>
        {say('link.position')} {isNeeded && say('required')}
      </span>
      <Button loading={state === 'locating'} onClick={locate}>
        {say('locate')}
      </Button>
      <output className="q-hint">
        {state === 'locating' && say('locating')}
        {state === 'notLocated' && say('link.notLocated')}
        {!state && position && say('accuracy', { meters: String(position.accuracy) })}
      </output>
    </div>
  )
}
