/**
 * Pages, page size and a jump to a page; all of it lives in the URL. Our own: antd's brings its Select along, which
 * alone weighs more than the whole list page.
 */
import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { type SubmitEvent, useRef } from 'react'
import { useFormat, useText } from '../i18n/text.ts'
import { phone, useMedia } from '../ui/use-media.ts'
import { NativeSelect } from '../ui/NativeSelect.tsx'
import { lastPage, pagesShown } from './list-state.ts'
import type { ListView } from './list-view.ts'
import './pager.css'

const pageSizes = [10, 20, 50, 100]

export function Pager({ view, total }: { view: ListView; total: number }) {
  const t = useText()
  const isPhone = useMedia(phone)
  const { state, show } = view
  const { page, pageSize } = state
  if (total === 0) return null
  const last = lastPage(total, pageSize)
  const range = { from: (page - 1) * pageSize + 1, to: Math.min(total, page * pageSize), total }
  const sizes = pageSizes.includes(pageSize) ? pageSizes : [...pageSizes, pageSize].sort((a, b) => a - b)
  return (
    <nav className="pager" aria-label={t('list.pages')}>
      <span className="pager-range">{t('list.range', range)}</span>
      <Pages page={page} last={last} onPage={(to) => show({ page: to })} />
      <NativeSelect<number>
        aria-label={t('list.pageSize')}
        value={pageSize}
        options={sizes.map((size) => ({ value: size, label: t('list.perPage', { count: size }) }))}
        onChange={(size) => show({ page: 1, pageSize: size })}
      />
      {!isPhone && last > 1 && <Jump last={last} onJump={(to) => show({ page: to })} />}
    </nav>
  )
}

interface PagesProps {
  page: number
  last: number
  onPage: (page: number) => void
}

/** One page on or back, and those around it by number. */
export function Pages({ page, last, onPage }: PagesProps) {
  const t = useText()
  const format = useFormat()
  const isPhone = useMedia(phone)
  return (
    <ul>
      <li>
        <button
          type="button"
          aria-label={t('list.previousPage')}
          disabled={page === 1}
          onClick={() => onPage(page - 1)}
        >
          <LeftOutlined />
        </button>
      </li>
      {isPhone && (
        <li className="pager-short">
          {format.number(page)} / {format.number(last)}
        </li>
      )}
      {!isPhone &&
        pagesShown(page, last).map((shown, index) =>
          shown === undefined ? (
            // The first gap and the second.
            <li key={index < 3 ? 'before' : 'after'} className="pager-gap" aria-hidden="true">
              …
            </li>
          ) : (
            <li key={shown}>
              <button
                type="button"
                aria-label={t('list.toPage', { page: shown })}
                aria-current={shown === page ? 'page' : undefined}
                onClick={() => onPage(shown)}
              >
                {format.number(shown)}
              </button>
            </li>
          ),
        )}
      <li>
        <button type="button" aria-label={t('list.nextPage')} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <RightOutlined />
        </button>
      </li>
    </ul>
  )
}

function Jump({ last, onJump }: { last: number; onJump: (page: number) => void }) {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)

  function jump(event: SubmitEvent) {
    event.preventDefault()
    const input = field.current
    const asked = Number(input?.value)
    if (!input || !Number.isInteger(asked) || asked < 1) return
    input.value = ''
    onJump(Math.min(asked, last))
  }

  return (
    <form onSubmit={jump}>
      <label>
        {t('list.goTo')} <input ref={field} inputMode="numeric" pattern="\d*" maxLength={9} />
      </label>
    </form>
  )
}
