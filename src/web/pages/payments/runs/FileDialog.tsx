/** Payments for a step from a file with a column of their ids: what was found of it is shown by the review. */
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paymentSelections, type Selection } from '#contract/payment-runs.ts'
import { rightTo, type RunStep, runStepNames } from '#domain/money/payment-run.ts'
import { call } from '../../../api/client.ts'
import { useSession } from '../../../api/session.ts'
import { useText } from '../../../i18n/text.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { RadioGroup } from '../../../ui/RadioGroup.tsx'
import { Stack } from '../../../ui/Stack.tsx'
import { Upload } from '../../../uploads/Upload.tsx'
import { useUpload } from '../../../uploads/use-upload.ts'
import { reviewOf } from './choose-payments.ts'

/** Choosing changes no list. */
const nothing: [] = []

export function FileDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { permissions } = useSession()
  const steps = runStepNames.filter((step) => permissions.list.includes(rightTo(step)))
  const [step, setStep] = useState<RunStep>(steps[0] ?? 'initiate')
  const upload = useUpload<Selection>({
    send: async (file, sending) => {
      const answer = await call(paymentSelections.upload, { file, ...sending, query: { step } })
      if ('data' in answer) void navigate(reviewOf(search, answer.data.id))
      return answer
    },
    refreshes: nothing,
  })
  const isBusy = upload.state.step === 'sending'
  return (
    <Dialog
      size="medium"
      title={t('payments.run.fromFile')}
      busy={isBusy}
      dismissal={t('action.close')}
      onClose={onClose}
    >
      <Stack className="excel" gap="large">
        <p>{t('payments.run.fileLead')}</p>
        <RadioGroup
          label={t('runs.field.step')}
          disabled={isBusy}
          options={steps.map((value) => ({ value, label: t(`payments.run.step.${value}`) }))}
          value={step}
          onChange={(value) => setStep(value)}
        />
        <Upload upload={upload} columns={{ id: 'payments.field.id' }} renderDone={() => null} />
      </Stack>
    </Dialog>
  )
}
