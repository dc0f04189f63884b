import { SearchOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import { SearchDialog } from '../search/SearchDialog.tsx'

/** Opens the search over everything; Ctrl-K and ⌘K do too. */
export function SearchButton() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    function press(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      // Over another dialog it would take the user away from their work.
      if (!document.querySelector('dialog[open]')) setOpen(true)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])

  return (
    <>
      <button
        type="button"
        className="tool"
        aria-label={t('search.title')}
        aria-keyshortcuts="Control+K"
        title={t('search.shortcut')}
        onClick={() => setOpen(true)}
      >
        <SearchOutlined />
        <span className="shell-search-word">{t('search.button')}</span>
      </button>
      {isOpen && <SearchDialog onClose={() => setOpen(false)} />}
    </>
  )
}
