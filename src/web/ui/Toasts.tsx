import { useToasts } from './toasts.ts'
import './toasts.css'

/** Where toasts appear; a live region that is always there, so that screen readers notice. */
export function Toasts() {
  const toasts = useToasts()
  return (
    <output className="toasts" aria-live="polite">
      {toasts.map(({ id, text, about }) => (
        <p key={id}>
          {text}
          {about && <span>{about}</span>}
        </p>
      ))}
    </output>
  )
}
