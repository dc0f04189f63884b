/** The guides beside the screen that they are about: all in a list, one to read, and a search over all of them. */
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { type GuidePart, partsWith } from '#domain/text/guide.ts'
import { basePath } from '../api/page-settings.ts'
import { useLocale } from '../i18n/locale.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { takeFocus } from '../ui/focus.ts'
import { LoadProblem } from '../ui/LoadProblem.tsx'
import { SideDrawer } from '../ui/SideDrawer.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import './guide-panel.css'

export function GuidePanel({ onClose }: { onClose: () => void }) {
  const t = useText()
  const locale = useLocale()
  const base = `${basePath}/guide/${locale}`
  const { data, error, refetch } = useQuery({
    queryKey: ['guides', locale],
    queryFn: () => loadParts(base),
    staleTime: Infinity,
  })
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState<string>()
  const titles = new Map(data?.map(({ guide, title }) => [guide, title]))
  const isSearch = asked.trim() !== ''
  const shown = isSearch ? partsWith(data ?? [], asked) : data?.filter(({ guide }) => guide === open)
  const found = useRef<HTMLDivElement>(null)

  function show(guide: string | undefined) {
    setAsked('')
    setOpen(guide)
    found.current?.closest('aside')?.scrollTo(0, 0)
  }

  /** A link to another guide opens it here. */
  function follow(event: MouseEvent<HTMLDivElement>) {
    const link = (event.target as Element).closest('a')?.getAttribute('href') ?? ''
    if (!titles.has(link)) return
    event.preventDefault()
    show(link)
  }

  return (
    <SideDrawer beside title={t('shell.help')} onClose={onClose}>
      <div ref={found} className="guide-panel">
        <TextInput
          ref={takeFocus}
          type="search"
          aria-label={t('guide.search')}
          placeholder={t('guide.search')}
          value={asked}
          onChange={({ target }) => setAsked(target.value)}
        />
        {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
        {!isSearch && open === undefined && (
          <ul>
            {[...titles].map(([guide, title]) => (
              <li key={guide}>
                <Button look="link" onClick={() => show(guide)}>
                  {title}
                </Button>
              </li>
            ))}
          </ul>
        )}
        {!isSearch && open !== undefined && (
          <p className="guide-ways">
            <Button look="link" onClick={() => show(undefined)}>
              {t('guide.all')}
            </Button>
            <a href={`${base}/${open}`} target="_blank" rel="noopener">
              {t('guide.page')}
            </a>
          </p>
        )}
        <output>{isSearch && data && t('guide.found', { count: shown?.length ?? 0 })}</output>
        {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- the presses of the links in it */}
        <div onClick={follow}>
          {shown?.map(({ guide, title, html }) => (
            <article key={html}>
              {isSearch && (
                <Button look="link" onClick={() => show(guide)}>
                  {title}
                </Button>
              )}
              <div dangerouslySetInnerHTML={{ __html: html }} />
            </article>
          ))}
        </div>
      </div>
    </SideDrawer>
  )
}

async function loadParts(base: string): Promise<GuidePart[]> {
  const answer = await fetch(`${base}/parts.json`)
  if (!answer.ok) throw new Error(answer.statusText)
  const parts = (await answer.json()) as GuidePart[]
  return parts.map((part) => ({ ...part, html: part.html.replaceAll('src="pictures/', `src="${base}/pictures/`) }))
}
