/** Tabs that are places: each is a link, the URL says which one is open, Back goes to the one before. */
import { Link, type To } from 'react-router'
import { useFormat } from '../i18n/text.ts'
import './link-tabs.css'

interface LinkTab {
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
  return (
    <nav className="link-tabs" aria-label={label}>
      <ul>
        {tabs.map(({ key, to, text, count }) => (
          <li key={key}>
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
