/** A file that answers a question: a small picture that opens large, a sound to be played, or a file to be saved. */
import { CaretRightOutlined, DownloadOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileAnswer } from '#domain/answers/answer-values.ts'
import { type QuestionType, traitsOf } from '#domain/surveys/question-types.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Note } from '../ui/Note.tsx'
import { localUrl, saveStored } from './stored-file.ts'
import './attachments.css'

export function StoredAttachment({ type, answer }: { type: QuestionType; answer: FileAnswer }) {
  const { file } = traitsOf(type)
  if (file === 'PICTURE') return <Picture answer={answer} />
  return file === 'SOUND' ? <Sound answer={answer} /> : <SaveButton answer={answer} />
}

function Picture({ answer }: { answer: FileAnswer }) {
  const t = useText()
  const { file, name } = answer
  const { data: url, isError } = useQuery({
    queryKey: ['attachment-thumbnail', file],
    queryFn: () => localUrl(file, 'thumbnail'),
  })
  const [isOpen, setOpen] = useState(false)
  if (isError) return <Missing name={name} />
  return (
    <>
      <button
        type="button"
        className="attachment-picture"
        aria-label={t('responses.file.open', { name })}
        onClick={() => setOpen(true)}
      >
        {url !== undefined && <img src={url} alt={name} />}
      </button>
      {isOpen && <LargePicture answer={answer} onClose={() => setOpen(false)} />}
    </>
  )
}

function LargePicture({ answer, onClose }: { answer: FileAnswer; onClose: () => void }) {
  const t = useText()
  const { file, name } = answer
  const { data: url, isError } = useQuery({
    queryKey: ['attachment-whole', file],
    queryFn: () => localUrl(file, 'whole'),
  })
  return (
    <Dialog title={name} size="large" beside="closes" onClose={onClose} footer={<SaveButton answer={answer} />}>
      {isError && <Note tone="danger">{t('responses.file.failed')}</Note>}
      {url === undefined ? (
        <output className="skeleton" aria-label={t('form.loading')} />
      ) : (
        <img className="attachment-large" src={url} alt={name} />
      )}
    </Dialog>
  )
}

/** Loads when the user asks for it: over a slow line a minute of sound takes long. */
function Sound({ answer }: { answer: FileAnswer }) {
  const t = useText()
  const { file, name } = answer
  const [isWanted, setWanted] = useState(false)
  const {
    data: url,
    isError,
    isFetching,
  } = useQuery({
    queryKey: ['attachment-whole', file],
    queryFn: () => localUrl(file, 'whole'),
    enabled: isWanted,
  })
  if (isError) return <Missing name={name} />
  return (
    <span className="attachment-sound">
      {url === undefined ? (
        <Button size="small" icon={<CaretRightOutlined />} loading={isFetching} onClick={() => setWanted(true)}>
          {t('responses.file.play', { name })}
        </Button>
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <audio controls autoPlay src={url} aria-label={name} />
      )}
      <SaveButton answer={answer} />
    </span>
  )
}

function SaveButton({ answer: { file, name } }: { answer: FileAnswer }) {
  const t = useText()
  const [hasFailed, setFailed] = useState(false)
  if (hasFailed) return <Missing name={name} />
  return (
    <Button
      size="small"
      icon={<DownloadOutlined />}
      onClick={() => void saveStored(file, name).catch(() => setFailed(true))}
    >
      {t('responses.file.save', { name })}
    </Button>
  )
}

function Missing({ name }: { name: string }) {
  const t = useText()
  return (
    <span>
      {name} <span className="blank">{t('responses.file.failed')}</span>
    </span>
  )
}
