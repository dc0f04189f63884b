import { type ReactNode, useId } from 'react'
import './button.css'

interface FileButtonProps {
  accept: string
  multiple?: boolean
  busy: boolean
  look?: 'plain' | 'primary'
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** Chooses files. The browser's own button speaks the browser's language, not ours. */
export function FileButton({ accept, multiple = false, busy, look = 'plain', onFiles, children }: FileButtonProps) {
  const id = useId()
  return (
    <div>
      <input
        id={id}
        className="visually-hidden"
        type="file"
        multiple={multiple}
        accept={accept}
        aria-busy={busy}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same file, corrected and chosen again, must count as a choice too.
          target.value = ''
          if (!busy && files.length > 0) onFiles(files)
        }}
      />
      <label className={look === 'plain' ? 'button' : `button ${look}`} htmlFor={id}>
        {children}
      </label>
    </div>
  )
}
