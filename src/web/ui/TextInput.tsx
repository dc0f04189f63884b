import type { ComponentProps } from 'react'
import './inputs.css'

/** One line of text. */
export function TextInput({ className = '', ...props }: ComponentProps<'input'>) {
  return <input type="text" {...props} className={`input ${className}`} />
}

/** Several lines; it grows with what is written. */
export function TextArea(props: ComponentProps<'textarea'>) {
  return <textarea rows={2} {...props} className="input" />
}
