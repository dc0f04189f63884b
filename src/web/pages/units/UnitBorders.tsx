/** Takes borders of units from a GeoJSON file, and says which areas found none. */
import { useState } from 'react'
import { type BorderImport, maxBorderMegabytes, unitTree } from '#contract/administrative-units.ts'
import { useSend } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'
import { useWork } from '../../ui/use-work.ts'

export function UnitBorders({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { busy, error, run } = useWork()
  const [result, setResult] = useState<BorderImport>()
  const send = useSend(unitTree.importBorders, { refreshes: [unitTree.borders] })

  async function take([file]: readonly File[]) {
    if (!file) return
    setResult((await run(() => send.mutateAsync({ file })))?.data)
  }

  return (
    <Dialog title={t('administrative-units.borders')} busy={busy} dismissal={t('action.close')} onClose={onClose}>
      <Stack gap="large" aria-busy={busy}>
        <p>{t('administrative-units.bordersText', { megabytes: maxBorderMegabytes })}</p>
        <FileButton
          look="primary"
          accept=".geojson,.json,application/geo+json"
          busy={busy}
          onFiles={(files) => void take(files)}
        >
          {t(busy ? 'administrative-units.bordersSending' : 'administrative-units.bordersChoose')}
        </FileButton>
        <ErrorNote error={error} problem />
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
