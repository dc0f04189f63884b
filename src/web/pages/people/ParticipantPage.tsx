import { EditOutlined } from '@ant-design/icons'
import { useState } from 'react'
import type { PersonDetail } from '#contract/people.ts'
import { useCan } from '../../api/session.ts'
import { useText } from '../../i18n/text.ts'
import { lazyDialog } from '../../lazy-dialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { RecordTitle } from '../../ui/RecordTitle.tsx'
import { useOpenedWord } from '../../ui/use-opened-word.ts'
import { ParticipantForm } from './ParticipantForm.tsx'
import { PersonPage } from './PersonPage.tsx'
import { PersonTabs } from './tabs/PersonTabs.tsx'
import { participantTabs } from './tabs/tab-lists.ts'

const AskErasureDialog = lazyDialog(
  async () => (await import('../../erasures/AskErasureDialog.tsx')).AskErasureDialog,
  'erasures',
)

export function ParticipantPage() {
  return <PersonPage kind="PARTICIPANT">{(person) => <Participant person={person} />}</PersonPage>
}

function Participant({ person }: { person: PersonDetail }) {
  const t = useText()
  const canWrite = useCan('users.write')
  const canErase = useCan('users.delete')
  const [erasing, setErasing] = useState(false)
  const modal = useOpenedWord('modal')
  const editing = { type: 'update', id: String(person.id), row: person, error: undefined } as const
  const needs = (permission: string, may: boolean) => (may ? undefined : t('people.needs', { permission }))
  return (
    <>
      <RecordTitle name={person.name} />
      <PageHead
        title={person.name}
        actions={
          <>
            {person.anonymisedAt === null && (
              <Button
                icon={<EditOutlined />}
                refusal={needs('users.write', canWrite)}
                onClick={() => modal.open('update')}
              >
                {t('people.edit')}
              </Button>
            )}
            <Button tone="danger" refusal={needs('users.delete', canErase)} onClick={() => setErasing(true)}>
              {t('participants.erase')}
            </Button>
          </>
        }
      />
      <PersonTabs person={person} tabs={participantTabs} />
      <ParticipantForm
        editing={modal.value === 'update' ? editing : undefined}
        onDone={modal.close}
        readOnly={!canWrite}
      />
      {erasing && (
        <AskErasureDialog of={{ personId: person.id }} name={person.name} onClose={() => setErasing(false)} />
      )}
    </>
  )
}
