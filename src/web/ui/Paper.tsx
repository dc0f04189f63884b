/** What a screen has on paper alone: its head with the address, the time and the reader. */
import { PrinterOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { houseName } from '../api/page-settings.ts'
import { useSession } from '../api/session.ts'
import { useFormat, useText } from '../i18n/text.ts'
import { Button } from './Button.tsx'
import { Logo } from './Logo.tsx'
import './paper.css'

/** Runs before the browser lays out the pages, also when its own menu prints. */
export function useBeforePrint(change: () => void): void {
  useEffect(() => {
    const now = () => flushSync(change)
    window.addEventListener('beforeprint', now)
    return () => window.removeEventListener('beforeprint', now)
  })
}

export function PrintButton({ size }: { size?: 'large' }) {
  const t = useText()
  return (
    <Button icon={<PrinterOutlined />} {...(size ? { size } : {})} onClick={() => window.print()}>
      {t('books.print')}
    </Button>
  )
}

interface PaperHeadProps {
  /** What the sheet is about, where its heading does not say so. */
  children?: ReactNode
  /** Absent where an address alone does not lead back. */
  address?: string
}

export function PaperHead({ children, address }: PaperHeadProps) {
  const t = useText()
  const format = useFormat()
  const { user } = useSession()
  const [at, setAt] = useState(() => new Date().toISOString())
  useBeforePrint(() => setAt(new Date().toISOString()))
  return (
    <div className="paper-head">
      <p>
        <Logo size={20} /> <strong>{houseName}</strong>{' '}
        {t('paper.printed', { at: format.dateTime(at), name: user?.name ?? '' })}
      </p>
      {children}
      {address !== undefined && <p className="paper-address">{address}</p>}
    </div>
  )
}
