/** Computes the sealed blocks again, a few seconds at a time, and says whether they are unchanged. */
import { useEffect, useState } from 'react'
import { type ChainCheck, logs } from '#contract/logs.ts'
import { ask } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { Stack } from '../../ui/Stack.tsx'

type Progress = Pick<ChainCheck, 'blocks' | 'rows' | 'unsealed' | 'broken'> & { isDone: boolean }

const nothingYet: Progress = { blocks: 0, rows: 0, unsealed: 0, broken: null, isDone: false }

export function ChainDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const [progress, setProgress] = useState(nothingYet)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const leaving = new AbortController()
    followChain(setProgress, leaving.signal).catch((thrown: unknown) => {
      if (!leaving.signal.aborted) setError(thrown)
    })
    return () => leaving.abort()
  }, [])
  const { blocks, rows, unsealed, broken, isDone } = progress
  return (
    <Dialog
      title={t('logs.chain.title')}
      onClose={onClose}
      beside="closes"
      dismissal={t(isDone || error !== undefined ? 'action.close' : 'action.cancel')}
    >
      <Stack aria-live="polite" aria-busy={!isDone && error === undefined}>
        <p>{t('logs.chain.text')}</p>
        <ErrorNote error={error} />
        {broken && (
          <Note tone="danger">
            <strong>{t('logs.chain.broken', { block: broken.block ?? 0 })}</strong> {t(`logs.chain.${broken.reason}`)}
          </Note>
        )}
        {isDone && !broken && <Note tone="success">{t('logs.chain.whole')}</Note>}
        <p>{t(isDone ? 'logs.chain.counts' : 'logs.chain.soFar', { blocks, rows })}</p>
        {isDone && unsealed > 0 && <p className="blank">{t('logs.chain.unsealed', { count: unsealed })}</p>}
      </Stack>
    </Dialog>
  )
}

/** Call after call, each from where the one before stopped. */
async function followChain(show: (progress: Progress) => void, signal: AbortSignal): Promise<void> {
  let known = nothingYet
  for (let after: number | undefined; !known.isDone;) {
    const { data } = await ask(logs.verify, { query: { after }, signal })
    const { next, broken, unsealed } = data
    const isDone = broken !== null || next === null
    known = { blocks: known.blocks + data.blocks, rows: known.rows + data.rows, unsealed, broken, isDone }
    show(known)
    after = next ?? undefined
  }
}
