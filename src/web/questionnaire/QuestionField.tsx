/** One question: its text, its help, what answers it, and what is wrong with the answer. */
import { type ComponentType, memo, type ReactNode, useEffect, useId, useRef } from 'react'
import { answerKey } from '#domain/answers/answer-values.ts'
import type { AnswerProblem } from '#domain/answers/answers.ts'
import { looksOf } from '#domain/surveys/appearances.ts'
import { isComputed, type Question, type QuestionType, textIn } from '#domain/surveys/survey.ts'
import { useAsking, useRepetition } from './asking.tsx'
import { BarcodeField } from './fields/BarcodeField.tsx'
import { ChoiceField, opensAsList } from './fields/ChoiceField.tsx'
import { DateField } from './fields/DateField.tsx'
import type { FieldProps } from './fields/field.ts'
import { FileField } from './fields/FileField.tsx'
import { LineField } from './fields/LineField.tsx'
import { MultipleField } from './fields/MultipleField.tsx'
import { isRow, Options } from './fields/Options.tsx'
import { PlaceField } from './fields/PlaceField.tsx'
import { PointField } from './fields/PointField.tsx'
import { RangeField } from './fields/RangeField.tsx'
import { RankField } from './fields/RankField.tsx'
import { SignatureField } from './fields/SignatureField.tsx'
import { LongTextField, TextField } from './fields/TextField.tsx'
import { useOffered } from './fields/use-offered.ts'
import { focusIn } from './focus-in.ts'
import { answerText } from './format.ts'
import { Problems } from './Problems.tsx'
import { MediaOf, OptionText } from './ShownMedia.tsx'
import { Words } from './Words.tsx'

const fields: Record<Exclude<QuestionType, 'NOTE'>, ComponentType<FieldProps>> = {
  TEXT: TextField,
  LONG_TEXT: LongTextField,
  INTEGER: TextField,
  DECIMAL: TextField,
  PHONE: TextField,
  BARCODE: BarcodeField,
  DATE: DateField,
  TIME: DateField,
  DATETIME: DateField,
  SINGLE: ChoiceField,
  YES_NO: ChoiceField,
  RATING: ChoiceField,
  RANGE: RangeField,
  MULTIPLE: MultipleField,
  RANK: RankField,
  GEOPOINT: PointField,
  GEOTRACE: LineField,
  GEOSHAPE: LineField,
  IMAGE: FileField,
  AUDIO: FileField,
  VIDEO: FileField,
  FILE: FileField,
  SIGNATURE: SignatureField,
  AUDIT: FileField,
  BACKGROUND_AUDIO: FileField,
  START_POINT: PointField,
  ADMIN_UNIT: PlaceField,
  SITE: PlaceField,
}

/** `one`: a label names a single input; `radios`, `group`: a legend names all that is inside. */
type Shape = 'one' | 'radios' | 'group'

const groups: readonly ComponentType<FieldProps>[] = [
  MultipleField,
  RankField,
  PointField,
  FileField,
  SignatureField,
  PlaceField,
]

function shapeOf(question: Question, Field: ComponentType<FieldProps>): Shape {
  if (groups.includes(Field) || looksOf(question).has('month-year')) return 'group'
  return Field === ChoiceField && !opensAsList(question) ? 'radios' : 'one'
}

interface QuestionProps {
  question: Question
  value: unknown
  /** To be shown now. */
  problems: readonly AnswerProblem[]
}

/** Drawn again when something of it changes, not with each letter in another one. */
export const QuestionField = memo(function QuestionField(props: QuestionProps) {
  const { question } = props
  const { type } = question
  if (type === 'NOTE') return <Note {...props} />
  if (looksOf(question).has('label')) return <Heads question={question} />
  const isShown = isComputed(question) || question.readOnly
  return isShown ? <Calculated {...props} /> : <Answerable {...props} type={type} />
})

function Note({ question, problems }: QuestionProps) {
  const repetition = useRepetition()
  return (
    <div className="q-question q-note" data-question={answerKey(question, repetition)} tabIndex={-1}>
      <p>
        <Words text={question.text} />
      </p>
      <Beside question={question} />
      <Problems problems={problems} />
    </div>
  )
}

/** The options above a table of questions that have the same ones. Each of these has its own words too. */
function Heads({ question }: { question: Question }) {
  const { language } = useAsking()
  const options = useOffered(question)
  return (
    <div className="q-question q-row q-heads">
      <p className="q-label">
        <Words text={question.text} />
      </p>
      <Options question={question}>
        {options.map(({ code, text, media }) => (
          <span key={code} className="q-option">
            <OptionText text={textIn(text, language)} media={media} />
          </span>
        ))}
      </Options>
    </div>
  )
}

/** What is said beside its text: help, pictures and sounds, and what only helps who asks for it. */
function Beside({ id, question: { text, help, media, guidance } }: { id?: string; question: Question }) {
  const { say } = useAsking()
  return (
    <>
      {help && (
        <p id={id} className="q-help">
          <Words text={help} />
        </p>
      )}
      <MediaOf media={media} text={text} />
      {guidance && (
        <details className="q-help">
          <summary>{say('guidance')}</summary>
          <Words text={guidance} />
        </details>
      )}
    </>
  )
}

/** Its answer follows from the others, or is one that people do not change. */
function Calculated({ question, value, problems }: QuestionProps) {
  const { language, say } = useAsking()
  const repetition = useRepetition()
  return (
    <div className="q-question" data-question={answerKey(question, repetition)} tabIndex={-1}>
      <p className="q-label">
        <Words text={question.text} />
      </p>
      <Beside question={question} />
      <output className="q-calculated">
        {value === undefined ? say('notYet') : answerText(question, value, { language, say })}
      </output>
      <Problems problems={problems} />
    </div>
  )
}

function Answerable({ question, value, problems, type }: QuestionProps & { type: keyof typeof fields }) {
  const { answer, say, notes } = useAsking()
  const key = answerKey(question, useRepetition())
  const root = useRef<HTMLDivElement>(null)
  const hasAnswered = useRef(false)
  const id = useId()
  const { [type]: usual } = fields
  const Field = looksOf(question).has('draw') ? SignatureField : usual
  const shape = shapeOf(question, Field)
  const { required, help } = question
  const isWrong = problems.length > 0 || undefined
  const isNoted = notes[key] !== undefined
  const about =
    [help && `${id}-help`, isNoted && `${id}-note`, isWrong && `${id}-problem`].filter(Boolean).join(' ') || undefined
  const isRequired = (required && shape !== 'group') || undefined
  const control = { id, 'aria-describedby': about, 'aria-invalid': isWrong, 'aria-required': isRequired }

  // What was pressed may be gone with the answer, as a file's "Remove" is.
  useEffect(() => {
    if (hasAnswered.current && document.activeElement === document.body) focusIn(root.current)
    hasAnswered.current = false
  }, [value])

  function take(next: unknown) {
    hasAnswered.current = true
    answer(key, next)
  }

  return (
    <div ref={root} className={isRow(question) ? 'q-question q-row' : 'q-question'} data-question={key}>
      <Frame
        shape={shape}
        control={control}
        label={
          <>
            <Words text={question.text} />
            {required && <span className="q-required"> {say('required')}</span>}
          </>
        }
      >
        <Beside id={`${id}-help`} question={question} />
        <NoteAt id={`${id}-note`} answer={key} />
        <Field question={question} value={value} control={control} onAnswer={take} />
        <Problems id={`${id}-problem`} problems={problems} />
      </Frame>
    </div>
  )
}

interface FrameProps {
  shape: Shape
  control: FieldProps['control']
  label: ReactNode
  children: ReactNode
}

function Frame({ shape, control, label, children }: FrameProps) {
  if (shape === 'one')
    return (
      <>
        <label className="q-label" htmlFor={control.id}>
          {label}
        </label>
        {children}
      </>
    )
  const { id: _input, ...said } = control
  const { 'aria-describedby': about } = said
  const own = shape === 'radios' ? { role: 'radiogroup', ...said } : { 'aria-describedby': about }
  return (
    <fieldset className="q-group" {...own}>
      <legend className="q-label">{label}</legend>
      {children}
    </fieldset>
  )
}

/** What a reviewer wrote at one question of a response that was returned. */
function NoteAt({ id, answer }: { id: string; answer: string }) {
  const { notes, say } = useAsking()
  const note = notes[answer]
  if (note === undefined) return null
  return (
    <p id={id} className="q-noted">
      {say('returned.note', { note })}
    </p>
  )
}
