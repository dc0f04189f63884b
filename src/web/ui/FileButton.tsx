import { type ComponentProps, type ReactNode, useId } from 'react'
import './button.css'

interface FileButtonProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> {
  busy?: boolean
  look?: 'plain' | 'primary'
  onFiles: (files: File[]) => void
  children: ReactNode
}

/** Chooses files. The browser's own button speaks the browser's language, not ours. */
export function FileButton({ busy = false, look = 'plain', onFiles, children, ...props }: FileButtonProps) {
  const own = useId()
  const { id = own } = props
  return (
    <div>
      <input
        {...props}
        id={id}
        className="visually-hidden"
        type="file"
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
