/** What this phone keeps until the server has it. */
import type { Say } from '../questionnaire/words.ts'
import { Button } from '../ui/Button.tsx'
import { forget, type Waiting } from './kept.ts'
import { isShut, refusalWord } from './refusal-word.ts'

interface LinkOutboxProps {
  say: Say
  waiting: readonly Waiting[]
  /** While the survey shows no questions. */
  isClosed: boolean
  /** Also looks again at what is kept. */
  onSend: () => Promise<void>
  onOpen: (item: Waiting) => Promise<void>
}

export function LinkOutbox({ say, waiting, isClosed, onSend, onOpen }: LinkOutboxProps) {
  const unsent = waiting.filter(({ refusal }) => !refusal)
  const refused = waiting.filter(({ refusal }) => refusal)
  return (
    <>
      {unsent.length > 0 && (
        <div className="link-outbox">
          <output>{say('link.waiting', { count: String(unsent.length) })}</output>
          <Button size="small" onClick={() => void onSend()}>
            {say('link.sendNow')}
          </Button>
        </div>
      )}
      {refused.map((item) => (
        <div key={item.work.clientUuid} className="link-outbox" role="alert">
          {isClosed || isShut(item.refusal?.code) ? (
            <p>{say('link.unsent')}</p>
          ) : (
            <>
              <p>{say(refusalWord(item.refusal?.code ?? ''))}</p>
              <Button size="small" onClick={() => void onOpen(item)}>
                {say('link.open')}
              </Button>
            </>
          )}
          <Button size="small" tone="danger" onClick={() => void forget(item.work.clientUuid).then(onSend)}>
            {say('link.drop')}
          </Button>
        </div>
      ))}
    </>
  )
}
