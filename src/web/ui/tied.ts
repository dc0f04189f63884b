/** What ties a control to the name and the notes of its field. */
import { cloneElement, type ReactElement, type ReactNode } from 'react'

export interface TiedControl {
  id: string
  'aria-invalid': boolean
  'aria-describedby': string
  'aria-required'?: boolean
}

/** One control, which gets it as props; or a function, where the control is a part of something. */
export type FieldContent = ReactElement<Partial<TiedControl>> | ((control: TiedControl) => ReactNode)

export function tied(content: FieldContent, control: TiedControl): ReactNode {
  return typeof content === 'function' ? content(control) : cloneElement(content, control)
}
