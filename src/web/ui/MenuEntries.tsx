import './popup-menu.css'

export interface MenuEntry {
  key?: string
  text: string
  /** Of the text, where it is another than that of the page. */
  lang?: string
  tone?: 'danger'
  /** For one of several choices: whether it is the current one. */
  checked?: boolean
  /** Why not; undefined: it may be chosen. */
  refusal?: string | undefined
  act: () => void
}

interface MenuEntriesProps {
  entries: readonly MenuEntry[]
  /** Closes the menu, then acts. */
  onChoose: (act: () => void) => void
}

/** In an element with the role `menu`. A refused entry stays and says why. */
export function MenuEntries({ entries, onChoose }: MenuEntriesProps) {
  return entries.map(({ text, key = text, lang, tone, checked, refusal, act }) => (
    <button
      key={key}
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      aria-disabled={refusal !== undefined || undefined}
      tabIndex={-1}
      data-tone={tone}
      lang={lang}
      onClick={() => refusal === undefined && onChoose(act)}
    >
      {text}
      {refusal !== undefined && <small>{refusal}</small>}
    </button>
  ))
}
