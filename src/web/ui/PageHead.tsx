import type { ReactNode } from 'react'
import './page-head.css'

interface PageHeadProps {
  className?: string
  /** A picture before the title. */
  picture?: ReactNode
  title: string
  /** What can be done here: buttons. */
  actions?: ReactNode
  /** Beside the title. */
  children?: ReactNode
}

/** The head of a screen. */
export function PageHead({ className = '', picture, title, actions, children }: PageHeadProps) {
  return (
    <header className={`page-head ${className}`}>
      {picture}
      <h1>{title}</h1>
      {children}
      {actions && <div className="page-actions">{actions}</div>}
    </header>
  )
}
