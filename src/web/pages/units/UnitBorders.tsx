/** Takes borders of units from a GeoJSON file, and says which areas found none. */
import { type ChangeEvent, useId, useState } from 'react'
import { type BorderImport, maxBorderMegabytes, unitTree } from '#contract/administrative-units.ts'
import { ApiError } from '../../api/api-error.ts'
import { useSend } from '../../api/query.ts'
import { useProblemText } from '../../i18n/problem-text.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { useWork } from '../../ui/use-work.ts'

export function UnitBorders({ onClose }: { onClose: () => void }) {
  const t = useText()
  const id = useId()
  const problemText = useProblemText()
  const { busy, error, run } = useWork()
  const [result, setResult] = useState<BorderImport>()
  const send = useSend(unitTree.importBorders, { refreshes: [unitTree.borders] })

  async function take({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    target.value = ''
    if (!file || busy) return
    setResult((await run(() => send.mutateAsync({ file })))?.data)
  }

  const [problem] = error instanceof ApiError ? error.errors : []
  return (
    <Dialog
      title={t('administrative-units.borders')}
      onClose={busy ? undefined : onClose}
      footer={
        <Button disabled={busy} onClick={onClose}>
          {t('action.close')}
        </Button>
      }
    >
      <Stack gap="large" aria-busy={busy}>
        <p>{t('administrative-units.bordersText', { megabytes: maxBorderMegabytes })}</p>
        <div>
          <input
            id={id}
            className="visually-hidden"
            type="file"
            accept=".geojson,.json,application/geo+json"
            onChange={(event) => void take(event)}
          />
          <label className="button primary" htmlFor={id}>
            {t(busy ? 'administrative-units.bordersSending' : 'administrative-units.bordersChoose')}
          </label>
        </div>
        {problem ? (
          <Note tone="danger" role="alert">
            {problemText(problem)}
          </Note>
        ) : (
          <ErrorNote error={error} />
        )}
        {result && <Outcome {...result} />}
      </Stack>
    </Dialog>
  )
}

function Outcome({ areas, units, property, holds, unmatched, unmatchedCount, ambiguous }: BorderImport) {
  const t = useText()
  const more = unmatchedCount - unmatched.length
  return (
    <Note said="politely" tone={unmatchedCount + ambiguous.length === 0 ? 'success' : 'warning'}>
      <p>{t('administrative-units.bordersTaken', { areas, units, property, holds })}</p>
      {unmatchedCount > 0 && (
        <p>
          {t('administrative-units.bordersUnmatched', { count: unmatchedCount, names: unmatched.join(', ') })}
          {more > 0 && ` ${t('list.andMore', { count: more })}`}
        </p>
      )}
      {ambiguous.length > 0 && <p>{t('administrative-units.bordersAmbiguous', { names: ambiguous.join(', ') })}</p>}
    </Note>
  )
}
