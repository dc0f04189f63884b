/** The second step of a sign-in. The sign-in page loads it when an account asks for it. */
import { secondFactor } from '#contract/second-factor.ts'
import { call } from '../api/client.ts'
import { enter } from '../api/session.ts'
import { currentLocale } from '../i18n/locale.ts'
import { FactorForm } from './FactorForm.tsx'
import { loadFactorTexts } from './factor-texts.ts'

interface SecondStepProps {
  /** The data of SECOND_STEP_REQUIRED. */
  asked: unknown
  onSignedIn: () => Promise<void>
  onBack: () => void
}

export async function loadSecondStep() {
  await loadFactorTexts(currentLocale())
  return SecondStep
}

function SecondStep({ asked, onSignedIn, onBack }: SecondStepProps) {
  const { ticket } = asked as { ticket: string }
  return (
    <FactorForm
      className="login-form"
      prove={async ({ code }) => {
        await enter(call(secondFactor.signIn, { body: { ticket, code } }))
        await onSignedIn()
      }}
      onBack={onBack}
    />
  )
}
