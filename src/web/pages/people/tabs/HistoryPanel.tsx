import type { PersonDetail } from '#contract/people.ts'
import { useText } from '../../../i18n/text.ts'
import { History } from '../../../history/History.tsx'
import { Panel } from '../../../ui/Panel.tsx'

export function HistoryPanel({ person }: { person: PersonDetail }) {
  const t = useText()
  return (
    <Panel>
      {person.adminType === 'PARTICIPANT' && <p className="blank">{t('participants.historyPersonal')}</p>}
      <History subjectType="person" subjectId={person.id} />
    </Panel>
  )
}
