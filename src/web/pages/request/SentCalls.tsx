/** The calls of this visit, the newest first; one comes back with what was filled in. */
import { useText } from '../../i18n/text.ts'
import { Panel } from '../../ui/Panel.tsx'
import { type SentCall, useSentCalls } from './visit-history.ts'

export function SentCalls({ onChoose }: { onChoose: (sent: SentCall) => void }) {
  const t = useText()
  const sent = useSentCalls()
  if (sent.length === 0) return null
  return (
    <Panel>
      <h2>{t('request.sent')}</h2>
      <ul className="request-sent">
        {sent.map((each) => (
          <li key={each.no}>
            <button type="button" onClick={() => onChoose(each)}>
              <code data-status={Math.floor(each.status / 100)}>{each.status}</code>
              <code className="request-path">{each.callId}</code>
              <span className="blank">{t('request.ms', { ms: Math.round(each.ms) })}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
