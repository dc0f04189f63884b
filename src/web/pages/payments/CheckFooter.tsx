/** The buttons under a file of a provider: its lines are looked at first, then taken, or its columns are named again. */
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'

interface CheckFooterProps {
  /** The lines were looked at. */
  isChecked: boolean
  /** The words of the button that takes them. */
  takes: string
  /** The name of the first column that is missing. */
  missing: string | undefined
  isBusy: boolean
  isTaking: boolean
  onBack: () => void
  onTake: (dryRun: boolean) => void
}

export function CheckFooter({ isChecked, takes, missing, isBusy, isTaking, onBack, onTake }: CheckFooterProps) {
  const t = useText()
  return (
    <>
      {isChecked && (
        <Button disabled={isBusy} onClick={onBack}>
          {t('statements.back')}
        </Button>
      )}
      <Button
        look="primary"
        loading={isTaking}
        refusal={missing === undefined ? undefined : t('statements.columnNeeded', { name: missing })}
        onClick={() => onTake(!isChecked)}
      >
        {isChecked ? takes : t('statements.check')}
      </Button>
    </>
  )
}
