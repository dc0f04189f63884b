import type { PersonRow } from '#contract/people.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import type { Editing } from '../../list/use-resource-table.ts'
import { participants } from './people-resources.ts'

const Form = resourceForm(participants)
const defaults = { adminType: 'PARTICIPANT' } as const

interface ParticipantFormProps {
  editing: Editing<PersonRow> | undefined
  onDone: () => void
  readOnly: boolean
}

export function ParticipantForm({ editing, onDone, readOnly }: ParticipantFormProps) {
  return (
    <Form.Modal row={editing} onDone={onDone} defaults={defaults} readOnly={readOnly}>
      <Form.Text name="name" />
      <Form.Text name="phone" help="participants.phoneHelp" />
      <Form.Text name="email" />
      <Form.Text name="gender" />
      <Form.Date name="birthDate" />
      <Form.Unit name="administrativeUnitId" />
    </Form.Modal>
  )
}
