/** Tabs that are places: each is a link, the URL says which one is open, Back goes to the one before. */
import { useEffect, useRef } from 'react'
import { Link, type To } from 'react-router'
import { useFormat } from '../i18n/text.ts'
import './link-tabs.css'

export interface LinkTab {
  key: string
  to: To
  text: string
  count?: number | undefined
}

interface LinkTabsProps {
  label: string
  tabs: readonly LinkTab[]
  /** Key of the open one. */
  open: string
}

export function LinkTabs({ label, tabs, open }: LinkTabsProps) {
  const format = useFormat()
  const strip = useRef<HTMLElement>(null)
  // On a phone the strip is wider than the screen: the open tab is brought into it.
  useEffect(() => {
    const current = strip.current?.querySelector<HTMLElement>('[aria-current]')
    if (strip.current && current) strip.current.scrollLeft = current.offsetLeft - strip.current.clientWidth / 3
  }, [open])
  return (
    <nav ref={strip} className="link-tabs" aria-label={label}>
      <ul>
        {tabs.map(({ key, to, text, count }) => (
          <li key={key}>
            <Link to={to} preventScrollReset aria-current={key === open ? 'page' : undefined}>
              {text}
              {count !== undefined && <span className="link-tabs-count">{format.number(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
