/** What a screen has on paper alone: its head with the address, the time and the reader, and room for signatures. */
import { PrinterOutlined } from '@ant-design/icons'
import { type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RunStep } from '#domain/money/payment-run.ts'
import { houseName } from '../../api/page-settings.ts'
import { useSession } from '../../api/session.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { Fact } from '../../ui/Facts.tsx'
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

type Signer = 'initiated' | 'approved' | 'authorized' | 'rejected' | 'drawnUp' | 'checked'

/** Lines to sign on, one for each hand that the sheet goes through. */
export function PaperSignatures({ by }: { by: readonly Signer[] }) {
  const t = useText()
  return (
    <dl className="paper-signatures">
      {by.map((signer) => (
        <Fact key={signer} name={t(`paper.${signer}`)}>
          {t('paper.line')}
        </Fact>
      ))}
    </dl>
  )
}

/** The people behind a step and those before it. */
export const signersOf = {
  initiate: ['initiated', 'approved', 'authorized'],
  approve: ['initiated', 'approved', 'authorized'],
  authorize: ['initiated', 'approved', 'authorized'],
  reject: ['rejected'],
  retry: ['drawnUp', 'authorized'],
  withdraw: ['drawnUp'],
  correct: ['drawnUp', 'initiated', 'approved', 'authorized'],
  reopen: ['drawnUp', 'initiated', 'approved', 'authorized'],
} as const satisfies Record<RunStep, readonly Signer[]>
