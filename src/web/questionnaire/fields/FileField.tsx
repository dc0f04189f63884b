/** Pictures, sounds and files of all types. */
import { useRef, useState } from 'react'
import type { FileAnswer } from '#domain/answer-values.ts'
import type { QuestionType } from '#domain/survey.ts'
import { Button } from '../../ui/Button.tsx'
import { useAsking } from '../asking.ts'
import type { Control, FieldProps } from './field.ts'

const accepted: Partial<Record<QuestionType, string>> = { IMAGE: 'image/*', SIGNATURE: 'image/*', AUDIO: 'audio/*' }

export function FileField(props: FieldProps) {
  const { value, onAnswer } = props
  if (value === undefined) return <FileChoice {...props} />
  return <StoredFile answer={value as FileAnswer} onRemove={() => onAnswer(undefined)} />
}

export function FileChoice({ question, control, onAnswer }: Omit<FieldProps, 'value'>) {
  const { say, sources } = useAsking()
  const { store, state } = useStore(onAnswer)
  if (!sources.storeFile) return <p className="q-hint">{say('noFiles')}</p>
  return (
    <>
      <FileInput control={control} accept={accepted[question.type]} onChoose={store} />
      <StoreState of={state} />
    </>
  )
}

type StoreState = 'storing' | 'fileFailed'

export function StoreState({ of: state }: { of: StoreState | undefined }) {
  const { say } = useAsking()
  return <output className={state === 'fileFailed' ? 'q-problem' : 'q-hint'}>{state && say(state)}</output>
}

interface FileInputProps {
  control: Control
  accept: string | undefined
  onChoose: (file: File) => void
}

function FileInput({ control, accept, onChoose }: FileInputProps) {
  const { say } = useAsking()
  return (
    <input
      {...control}
      type="file"
      className="q-file"
      aria-label={say('chooseFile')}
      accept={accept}
      onChange={({ target }) => {
        const [file] = target.files ?? []
        if (file) onChoose(file)
      }}
    />
  )
}

/** Stores one file; of several on their way the last one counts. */
export function useStore(onAnswer: (answer: FileAnswer) => void) {
  const { sources } = useAsking()
  const [state, setState] = useState<StoreState>()
  const turn = useRef(0)

  async function keep(file: File, own: number): Promise<void> {
    try {
      const stored = await sources.storeFile?.(file)
      if (own !== turn.current) return
      setState(undefined)
      if (stored) onAnswer(stored)
    } catch {
      if (own === turn.current) setState('fileFailed')
    }
  }

  function store(file: File): void {
    turn.current += 1
    setState('storing')
    void keep(file, turn.current)
  }

  return { store, state }
}

interface StoredFileProps {
  answer: FileAnswer
  onRemove: () => void
}

export function StoredFile({ answer, onRemove }: StoredFileProps) {
  const { say, sources } = useAsking()
  const url = sources.pictureUrl?.(answer)
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
