/** A reference that people carry elsewhere, with a button that copies it and says so in place. */
import { CheckOutlined, CopyOutlined } from '@ant-design/icons'
import { useEffect, useState } from 'react'
import { useText } from '../i18n/text.ts'
import './copy-text.css'

interface CopyTextProps {
  text: string
  /** What is shown instead of all of it. */
  shown?: string
}

const thanksMs = 2000

export function CopyText({ text, shown = text }: CopyTextProps) {
  const t = useText()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return undefined
    const timer = setTimeout(() => setCopied(false), thanksMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch (error) {
      // A page served over plain http has no clipboard; the user can select the text by hand.
      console.warn('not copied', error)
    }
  }

  return (
    <span className="copy-text">
      <code title={text}>{shown}</code>
      <button type="button" aria-label={t('copy.action', { text })} onClick={() => void copy()}>
        {copied ? <CheckOutlined /> : <CopyOutlined />}
      </button>
      <output className="visually-hidden">{copied && t('copy.done')}</output>
    </span>
  )
}
