/**
 * Search over everything that the user may see: screens, surveys, sites, people, responses and payments. Enter opens the
 * first one found; the arrow keys walk from the field through the others. The field comes with the shell, so that it has
 * the keyboard at once: what finds comes on demand, and takes the text that is there by then.
 */
import { SearchOutlined } from '@ant-design/icons'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { lazyComponent } from '../lazy-component.ts'
import { takeFocus } from '../ui/focus.ts'
import { Modal } from '../ui/Modal.tsx'
import './search.css'

const SearchFound = lazyComponent(async () => (await import('./SearchFound.tsx')).SearchFound)

export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const sheet = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const [entered, setEntered] = useState<string>()

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
            setEntered(text)
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
        <Suspense fallback={<output className="search-coming">{t('search.searching')}</output>}>
          <SearchFound text={text} isEntered={entered === text} onOpen={onClose} />
        </Suspense>
      </div>
    </Modal>
  )
}
