/**
 * A stored picture by file id. It is fetched by a one-use ticket when it comes into view, and kept: a file never changes
 * under its id.
 */
import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { files } from '#contract/files.ts'
import { call, isCancelled } from '../api/client.ts'
import { basePath } from '../api/page-settings.ts'
import { apiUrl } from '../api/url.ts'
import './stored-image.css'

interface StoredImageProps {
  /** Undefined: an empty frame. */
  fileId: number | undefined
  /** Edge in px. */
  size: number
  alt?: string
  /** Fills the frame while there is no picture. */
  initial?: string | undefined
}

export function StoredImage({ fileId, ...frame }: StoredImageProps) {
  if (fileId === undefined) return <Frame {...frame} />
  return <FetchedImage fileId={fileId} {...frame} />
}

interface FrameProps extends Omit<StoredImageProps, 'fileId'> {
  url?: string | null | undefined
  ref?: RefObject<HTMLSpanElement | null>
}

function Frame({ size, alt = '', initial, url, ref }: FrameProps) {
  return (
    <span ref={ref} className="stored-image" style={{ width: size, height: size }}>
      {url ? <img src={url} alt={alt} width={size} height={size} /> : <span aria-hidden="true">{initial}</span>}
    </span>
  )
}

function FetchedImage({ fileId, ...frame }: FrameProps & { fileId: number }) {
  const element = useRef<HTMLSpanElement>(null)
  const seen = useSeen(element)
  const { data: url } = useQuery({
    queryKey: ['stored-image', fileId],
    queryFn: ({ signal }) => fetchImage(fileId, signal),
    enabled: seen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  return <Frame ref={element} url={url} {...frame} />
}

/** Where the file can be fetched once, within a minute; null when the call was cancelled. */
export async function storedFileUrl(fileId: number, signal?: AbortSignal): Promise<string | null> {
  const ticket = await call(files.ticket, { params: { id: fileId }, signal })
  return isCancelled(ticket) ? null : apiUrl(basePath, ticket.url)
}

async function fetchImage(fileId: number, signal: AbortSignal): Promise<string | null> {
  const url = await storedFileUrl(fileId, signal)
  if (url === null) return null
  const response = await fetch(url, { signal })
  if (!response.ok) throw new Error(response.statusText)
  return URL.createObjectURL(await response.blob())
}

function useSeen(frame: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || seen) return undefined
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, seen])
  return seen
}
