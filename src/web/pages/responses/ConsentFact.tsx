/** That the person who answered agreed, when, and to which words. */
import { Suspense, useState } from 'react'
import type { ResponseDetail } from '#contract/responses.ts'
import { textIn } from '#domain/surveys/survey.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { lazyComponent } from '../../lazy-component.ts'

const RichText = lazyComponent(async () => (await import('../../rich-text/RichText.tsx')).RichText)

export function ConsentFact({ consent }: { consent: NonNullable<ResponseDetail['consent']> }) {
  const t = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const { at, language, title, version, body } = consent
  return (
    <details className="folded-history" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('responses.consentGiven', { at: format.dateTime(at), title, version })}</summary>
      {isOpen && (
        <Suspense>
          <RichText markdown={textIn(body, language)} lang={language} />
        </Suspense>
      )}
    </details>
  )
}
