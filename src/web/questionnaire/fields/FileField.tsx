/** Pictures, sounds and files of all types. */
import { useEffect, useRef, useState } from 'react'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { looksOf } from '#domain/surveys/appearances.ts'
import { traitsOf } from '#domain/surveys/question-types.ts'
import type { Question } from '#domain/surveys/survey.ts'
import { Button } from '../../ui/Button.tsx'
import { FileRefused, useAsking } from '../asking.tsx'
import { numberIn } from '../format.ts'
import { wordOfProblem, type WordId } from '../words.ts'
import type { Control, FieldProps } from './field.ts'

const accepted = { PICTURE: 'image/*', SOUND: 'audio/*', FILM: 'video/*', ANY: undefined } as const

export function FileField(props: FieldProps) {
  const { question, value, onAnswer } = props
  if (value === undefined) return <FileChoice {...props} />
  return <StoredFile question={question} answer={value as FileAnswer} onRemove={() => onAnswer(undefined)} />
}

export function FileChoice({ question, control, onAnswer }: Omit<FieldProps, 'value'>) {
  const { say, sources } = useAsking()
  const { store, state } = useStore(question, onAnswer)
  if (!sources.storeFile) return <p className="q-hint">{say('noFiles')}</p>
  return (
    <>
      <FileInput
        control={control}
        accept={accepted[traitsOf(question.type).file ?? 'ANY']}
        fresh={looksOf(question).has('new')}
        onChoose={store}
      />
      <StoreState of={state} />
    </>
  )
}

interface StoreState {
  look: 'q-hint' | 'q-problem'
  word: WordId
  values?: Record<string, string>
}

const storing: StoreState = { look: 'q-hint', word: 'storing' }

export function StoreState({ of: state }: { of: StoreState | undefined }) {
  const { say } = useAsking()
  return <output className={state?.look ?? 'q-hint'}>{state && say(state.word, state.values)}</output>
}

interface FileInputProps {
  control: Control
  accept: string | undefined
  /** Taken now: the device offers no file that it has. */
  fresh: boolean
  onChoose: (file: File) => void
}

function FileInput({ control, accept, fresh, onChoose }: FileInputProps) {
  const { say } = useAsking()
  return (
    <input
      {...control}
      type="file"
      className="q-file"
      aria-label={say('chooseFile')}
      accept={accept}
      capture={fresh ? 'environment' : undefined}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onChoose(file)
      }}
    />
  )
}

/** Stores one file; of several on their way the last one counts. */
export function useStore(question: Question, onAnswer: (answer: FileAnswer) => void) {
  const { sources, language } = useAsking()
  const [state, setState] = useState<StoreState>()
  const turn = useRef(0)

  async function keep(file: File, own: number): Promise<void> {
    try {
      const stored = await sources.storeFile?.(file, question)
      if (own !== turn.current) return
      setState(undefined)
      if (stored) onAnswer(stored)
    } catch (thrown) {
      if (own === turn.current) setState(failed(thrown))
    }
  }

  function failed(thrown: unknown): StoreState {
    if (!(thrown instanceof FileRefused)) return { look: 'q-problem', word: 'fileFailed' }
    const { code, limit } = thrown.problem
    return { look: 'q-problem', word: wordOfProblem(code), values: { limit: numberIn(language, Number(limit)) } }
  }

  function store(file: File): void {
    turn.current += 1
    setState(storing)
    void keep(file, turn.current)
  }

  return { store, state }
}

interface StoredFileProps {
  question: Question
  answer: FileAnswer
  onRemove: () => void
}

export function StoredFile({ question, answer, onRemove }: StoredFileProps) {
  const { say } = useAsking()
  const url = usePicture(question, answer)
  return (
    <div className="q-stored">
      {url !== undefined && <img src={url} alt={answer.name} />}
      <span className="q-file-name">{answer.name}</span>
      <Button size="small" onClick={onRemove}>
        {say('removeFile')}
      </Button>
    </div>
  )
}

/** Without its picture the name of the file says enough. */
function usePicture({ type }: Question, answer: FileAnswer): string | undefined {
  const { sources } = useAsking()
  const [shown, setShown] = useState<{ file: number; url: string | undefined }>()
  useEffect(() => {
    if (traitsOf(type).file !== 'PICTURE') return undefined
    let isOver = false
    sources.pictureUrl?.(answer).then(
      (url) => isOver || setShown({ file: answer.file, url }),
      () => undefined,
    )
    return () => void (isOver = true)
  }, [sources, type, answer])
  return shown?.file === answer.file ? shown.url : undefined
}
