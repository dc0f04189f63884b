/** The picture, the sound and the film beside a text of the survey. */
import { useEffect, useState } from 'react'
import { plainIn, plainLabel } from '#domain/answers/label-text.ts'
import type { Media } from '#domain/surveys/survey-files.ts'
import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { useAsking } from './asking.tsx'
import { LabelText } from './LabelText.tsx'

interface ShownMediaProps {
  media: Media | null | undefined
  /** What they belong to. */
  text: string
  /** Inside of a control, whose text says what the picture says. */
  isInside?: boolean
}

function ShownMedia({ media, text, isInside = false }: ShownMediaProps) {
  const { say } = useAsking()
  const { image, 'big-image': big, audio, video } = media ?? {}
  if (!image && !audio && !video) return null
  return (
    <span className="q-media">
      {image && (
        <Picture names={image} big={isInside ? undefined : big} alt={isInside ? '' : say('picture', { text })} />
      )}
      {audio && <Played kind="audio" names={audio} label={say('sound', { text })} />}
      {video && <Played kind="video" names={video} label={say('film', { text })} />}
    </span>
  )
}

/** Of a question, a note or a section. */
export function MediaOf({ media, text }: { media: Media | null | undefined; text: Localized }) {
  const { language } = useAsking()
  return media ? <ShownMedia media={media} text={plainIn(text, language)} /> : null
}

/** Of an option, with its text. */
export function OptionText({ media, text }: Pick<ShownMediaProps, 'media' | 'text'>) {
  return (
    <span>
      <LabelText words={text} />
      {media && <ShownMedia media={media} text={plainLabel(text)} isInside />}
    </span>
  )
}

function Picture({ names, big, alt }: { names: Localized; big: Localized | undefined; alt: string }) {
  const { url, missing } = useFile(names)
  const { url: whole } = useFile(big)
  const picture = url && <img src={url} alt={alt} />
  if (!whole) return picture ?? missing
  return (
    <a href={whole} target="_blank" rel="noopener noreferrer">
      {picture}
    </a>
  )
}

function Played({ kind: Kind, names, label }: { kind: 'audio' | 'video'; names: Localized; label: string }) {
  const { url, missing } = useFile(names)
  if (!url) return missing
  return <Kind controls src={url} aria-label={label} playsInline />
}

/** Where the browser has the file in the language of the reader; what is said where it has none. */
function useFile(names: Localized | undefined) {
  const { content, language, sources, say } = useAsking()
  const name = names && textIn(names, language)
  const file = content.files?.find((each) => each.name === name)
  const { mediaUrl } = sources
  const [found, setFound] = useState<{ id: number; url?: string }>()
  useEffect(() => {
    if (!file || !mediaUrl) return undefined
    let isGone = false
    mediaUrl(file)
      .then((url) => isGone || setFound({ id: file.id, url }))
      .catch(() => isGone || setFound({ id: file.id }))
    return () => {
      isGone = true
    }
  }, [file, mediaUrl])
  const url = found?.id === file?.id ? found?.url : undefined
  const isMissing = name !== undefined && (!file || (found?.id === file.id && url === undefined))
  return { url, missing: isMissing ? <span className="q-hint">{say('noFile', { name })}</span> : null }
}
