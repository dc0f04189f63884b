import { useState } from 'react'
import { Link } from 'react-router'
import { logs } from '#contract/logs.ts'
import { useCall } from '../../api/query.ts'
import { useText } from '../../i18n/text.ts'
import { Note } from '../../ui/Note.tsx'

const dayMs = 86_400_000
const alarm = 'counters.alarm'

/** Says that the check of the latest night found kept counts that are wrong; nothing when all is well. */
export function CountsAlarm() {
  const t = useText()
  const [from] = useState(() => new Date(Date.now() - dayMs).toISOString())
  const { data } = useCall(logs.list, { query: { action: alarm, from, pageSize: '1' } })
  if (!data || data.data.length === 0) return null
  return (
    <Note tone="danger">
      {t('dashboard.countsAlarm')} <Link to={`/logs?action=${alarm}`}>{t('dashboard.countsAlarmShow')}</Link>
    </Note>
  )
}
