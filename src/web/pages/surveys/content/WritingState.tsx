import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import type { useAutosave } from './use-autosave.ts'

/** What became of a text that is being written; of two texts the person takes one. */
export function WritingState({ state, settle }: Pick<ReturnType<typeof useAutosave>, 'state' | 'settle'>) {
  const t = useText()
  return (
    <>
      <output className="content-saving" data-step={state.step}>
        {state.step === 'saving' && t('surveys.saving')}
        {state.step === 'saved' && t('surveys.saved')}
        {state.step === 'failed' && t('surveys.notSaved', { reason: state.reason })}
      </output>
      {state.step === 'conflict' && (
        <span className="content-conflict" role="alert">
          <span>{t('surveys.textConflict', { text: state.theirs === '' ? '–' : state.theirs })}</span>
          <Button size="small" onClick={() => void settle('mine')}>
            {t('surveys.keepMine')}
          </Button>
          <Button size="small" onClick={() => void settle('theirs')}>
            {t('surveys.takeTheirs')}
          </Button>
        </span>
      )}
    </>
  )
}
