import type { PersonRow } from '#contract/people.ts'
import { resourceForm } from '../../form/resource-form.tsx'
import type { FormProps } from '../../form/form-state.ts'
import { participants } from './people-resources.ts'

const Form = resourceForm(participants)
const defaults = { adminType: 'PARTICIPANT' } as const

export function ParticipantForm(form: FormProps<PersonRow>) {
  return (
    <Form.Modal {...form} defaults={defaults}>
      <Form.Text name="name" />
      <Form.Text name="phone" help="participants.phoneHelp" />
      <Form.Text name="paymentPhone" help="participants.paymentPhoneHelp" />
      <Form.Text name="paymentProvider" help="participants.paymentProviderHelp" />
      <Form.Text name="email" />
      <Form.Text name="gender" />
      <Form.Date name="birthDate" />
      <Form.Unit name="administrativeUnitId" />
    </Form.Modal>
  )
}
