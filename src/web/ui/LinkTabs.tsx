/** Tabs that are places: each is a link, the URL says which one is open, Back goes to the one before. */
import { useEffect, useRef } from 'react'
import { Link, type To } from 'react-router'
import { useFormat } from '../i18n/text.ts'
import './link-tabs.css'

interface LinkTab {
  key: string
  to: To
  text: string
  /** Of the tabs from this one on: what they have in common. */
  group?: string | undefined
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
  useEffect(() => {
    const element = strip.current
    const row = element?.firstElementChild
    if (!element || !row) return undefined
    const resized = new ResizeObserver(() => showWhatIsHidden(element))
    resized.observe(element)
    resized.observe(row)
    return () => resized.disconnect()
  }, [])
  return (
    <nav
      ref={strip}
      className="link-tabs"
      aria-label={label}
      onScroll={({ currentTarget }) => showWhatIsHidden(currentTarget)}
    >
      <ul>
        {tabs.map(({ key, to, text, group, count }) => (
          <li key={key}>
            {group !== undefined && <span className="link-tabs-group">{group}</span>}
            <Link to={to} preventScrollReset {...(key === open ? { 'aria-current': 'page', ref: bringIntoStrip } : {})}>
              {text}
              {count !== undefined && <span className="link-tabs-count">{format.number(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** On a phone the strip is wider than the screen. */
function bringIntoStrip(link: HTMLAnchorElement | null): void {
  const strip = link?.closest('.link-tabs')
  if (link && strip) strip.scrollLeft = link.offsetLeft - strip.clientWidth / 3
}

/** Its ends fade where there are more tabs. */
function showWhatIsHidden({ dataset, scrollLeft, clientWidth, scrollWidth }: HTMLElement): void {
  dataset['before'] = String(scrollLeft > 1)
  dataset['after'] = String(scrollLeft + clientWidth < scrollWidth - 1)
}
