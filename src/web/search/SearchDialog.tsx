/**
 * Search over everything that the user may see: screens, surveys, sites, people, responses and payments. Enter opens the
 * first one found; the arrow keys walk from the field through the others.
 */
import { SearchOutlined } from '@ant-design/icons'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import { takeFocus } from '../ui/focus.ts'
import { Modal } from '../ui/Modal.tsx'
import type { Hit } from './sources.ts'
import { type Group, useSearch } from './use-search.ts'
import './search.css'

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const sheet = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const { groups, isSearching, failed } = useSearch(text)
  const [first] = groups.flatMap(({ hits }) => hits)
  const isNothing = text.trim() !== '' && !first && !isSearching && failed.length === 0

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const stops = [...(sheet.current?.querySelectorAll<HTMLElement>('input, a') ?? [])]
    if (step === undefined) return
    event.preventDefault()
    const at = stops.findIndex((stop) => stop === document.activeElement)
    stops[(at + step + stops.length) % stops.length]?.focus()
  }

  return (
    <Modal
      className="dialog"
      aria-label={t('search.title')}
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys pressed in its field and links */}
      <div ref={sheet} className="search-sheet" onKeyDown={press}>
        <form
          className="search-field"
          onSubmit={(event) => {
            event.preventDefault()
            if (!first) return
            onClose()
            void navigate(first.to)
          }}
        >
          <SearchOutlined />
          <input
            ref={takeFocus}
            type="search"
            className="search-input"
            aria-label={t('search.title')}
            placeholder={t('search.hint')}
            autoComplete="off"
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </form>
        <div className="search-found">
          {groups.map((group) => (
            <FoundGroup key={group.key} group={group} onOpen={onClose} />
          ))}
        </div>
        <output className="search-said">
          {isSearching && t('search.searching')}
          {isNothing && t('search.nothing')}
          {failed.length > 0 && t('search.failed', { lists: failed.map((key) => t(`search.group.${key}`)).join(', ') })}
        </output>
      </div>
    </Modal>
  )
}

function FoundGroup({ group: { key, hits, all }, onOpen }: { group: Group; onOpen: () => void }) {
  const t = useText()
  return (
    <section aria-labelledby={`search-${key}`}>
      <h3 id={`search-${key}`}>{t(`search.group.${key}`)}</h3>
      <ul>
        {hits.map(({ name, detail, to, payment }) => (
          <li key={to}>
            <Link to={to} className="search-hit" onClick={onOpen}>
              <span>{name}</span>
              <span className="search-detail">
                {payment && <PaymentWords {...payment} />}
                {detail}
              </span>
            </Link>
          </li>
        ))}
        {all && (
          <li>
            <Link to={all.to} className="search-hit search-detail" onClick={onOpen}>
              {t('search.all', { count: all.total })}
            </Link>
          </li>
        )}
      </ul>
    </section>
  )
}

function PaymentWords({ amount, currency, status }: NonNullable<Hit['payment']>) {
  const textOr = useTextOr()
  const format = useFormat()
  return `${format.money(amount, currency)} · ${textOr(`payments.status.${status}`, status)} · `
}
