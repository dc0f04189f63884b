/** Who may answer: how many, whether by name, and the list of those it is limited to. */
import { useId, useState } from 'react'
import { maxListedParticipants, surveyLife } from '#contract/survey-life.ts'
import { type SurveyDetail, surveys } from '#contract/surveys.ts'
import { mostParticipants } from '#domain/surveys/survey-life.ts'
import { useCall, useSend } from '../../../api/query.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { ErrorNote } from '../../../ui/ErrorNote.tsx'
import { NumberInput } from '../../../ui/NumberInput.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { toast } from '../../../ui/toasts.ts'
import { CloseOutlined } from '@ant-design/icons'
import { people } from '#contract/people.ts'
import { useCan } from '../../../api/session.ts'
import { usePausedSearch } from '../../../ui/use-paused-search.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { Note } from '../../../ui/Note.tsx'
import { Select } from '../../../ui/Select.tsx'

export function WhoMayAnswer({ survey, onClose }: { survey: SurveyDetail; onClose: () => void }) {
  const t = useText()
  const id = useId()
  const { data, error } = useCall(surveyLife.participants, { params: { id: survey.id } })
  const send = useSend(surveyLife.setParticipants, { refreshes: [surveys.get, surveys.list, surveyLife.participants] })
  const [limit, setLimit] = useState(survey.participantLimit)
  const [isRequired, setRequired] = useState(survey.participantRequired)
  const [changed, setChanged] = useState<readonly Listed[]>()
  const listed = changed ?? data?.data.participants ?? []

  async function run() {
    const participantIds = changed?.map((person) => person.id)
    const body = { participantLimit: limit, participantRequired: isRequired, participantIds, version: survey.version }
    try {
      await send.mutateAsync({ params: { id: survey.id }, body })
    } catch (thrown) {
      toast(t('surveys.participantFailed'))
      throw thrown
    }
    return t('surveys.participantUpdated')
  }

  return (
    <ConfirmDialog title={t('surveys.answering')} action={t('action.save')} size="medium" run={run} onClose={onClose}>
      <div className="overview-dialog">
        <ErrorNote error={error} />
        <FieldBox
          label={t('surveys.field.participantLimit')}
          sets={['participantLimit', 'participantIds', 'participantRequired']}
          help={t('surveys.limitHelp')}
        >
          <NumberInput
            min={1}
            max={mostParticipants}
            placeholder={t('surveys.limitNone')}
            value={limit}
            onChange={setLimit}
          />
        </FieldBox>
        <div className="overview-switch">
          <Switch id={`${id}-required`} checked={isRequired} onChange={setRequired} />
          <label htmlFor={`${id}-required`}>{t('surveys.field.participantRequired')}</label>
          <small>{t('surveys.requiredHelp')}</small>
        </div>
        <ListedParticipants listed={listed} onChange={setChanged} />
      </div>
    </ConfirmDialog>
  )
}

/** The participants to whom a survey is limited, found by a part of their name or phone. */
interface Listed {
  id: number
  name: string
}

interface ListedParticipantsProps {
  listed: readonly Listed[]
  onChange: (listed: readonly Listed[]) => void
}

const shownRows = 20

function ListedParticipants({ listed, onChange }: ListedParticipantsProps) {
  const t = useText()
  const canSearch = useCan('users.read')
  const [open, setOpen] = useState(false)
  const { q, search } = usePausedSearch()
  const query = { q: q || undefined, pageSize: shownRows }
  const found = useCall(people.participants, { query }, { enabled: open && canSearch, keepPrevious: true })
  const rows = (found.data?.list ?? []).filter(({ id }) => !listed.some((person) => person.id === id))
  const note = found.isError ? 'list.failed' : found.isPending ? 'form.loading' : 'list.noMatch'
  return (
    <fieldset className="overview-listed">
      <legend>{t('surveys.listed')}</legend>
      {listed.length === 0 && <p className="blank">{t('surveys.listedNone')}</p>}
      {listed.length > 0 && (
        <ul>
          {listed.map(({ id, name }) => (
            <li key={id}>
              {name}
              <IconButton
                label={t('surveys.listedRemove', { name })}
                icon={<CloseOutlined />}
                onClick={() => onChange(listed.filter((person) => person.id !== id))}
              />
            </li>
          ))}
        </ul>
      )}
      {!canSearch && <Note tone="neutral">{t('action.needs', { permission: 'users.read' })}</Note>}
      {canSearch && (
        <Select<number>
          aria-label={t('surveys.listedAdd')}
          className="field-wide"
          placeholder={t('surveys.listedAdd')}
          disabled={listed.length >= maxListedParticipants}
          showSearch={{ filterOption: false, onSearch: search }}
          value={null}
          options={rows.map(({ id, name, phone }) => ({ value: id, label: phone ? `${name} · ${phone}` : name }))}
          loading={open && found.isFetching}
          notFoundContent={t(note)}
          onOpenChange={(next) => {
            setOpen(next)
            if (!next) search('')
          }}
          onChange={(id) => {
            const person = rows.find((row) => row.id === id)
            if (person) onChange([...listed, { id: person.id, name: person.name }])
          }}
        />
      )}
    </fieldset>
  )
}
