/** Who gave a response, when and where, to be corrected. */
import { Header, responseEdits } from '#contract/response-edits.ts'
import { responseTimeline } from '#contract/response-timeline.ts'
import { ResponseDetail, responses } from '#contract/responses.ts'
import { surveys } from '#contract/surveys.ts'
import * as z from 'zod/mini'
import { resourceForm } from '../../form/resource-form.tsx'
import { useText } from '../../i18n/text.ts'

const Form = resourceForm({
  path: 'responses',
  row: ResponseDetail,
  fields: z.omit(Header, { version: true }),
  create: responseEdits.header,
  update: responseEdits.header,
  list: responses.list,
  get: responses.get,
})

const refreshes = [responseTimeline, surveys.list]

export function HeaderForm({ response, onDone }: { response: ResponseDetail; onDone: () => void }) {
  const t = useText()
  // The reviewer's reason is not the reason of the correction.
  const row = { ...response, reason: null }
  return (
    <Form.Modal
      title={t('responses.header.edit')}
      editing={{ type: 'update', id: String(response.id), row, error: undefined }}
      refreshes={refreshes}
      said={{ saved: 'responses.header.saved' }}
      onDone={onDone}
    >
      <Form.Text name="participantPhone" />
      <Form.Date name="submittedAt" withTime />
      <p className="field-notes">{t('responses.header.place')}</p>
      <Form.Number name="latitude" min={-90} max={90} />
      <Form.Number name="longitude" min={-180} max={180} />
      <Form.Number name="accuracy" min={0} max={1_000_000} />
      <Form.Text name="reason" multiline />
      <p className="field-notes">{t('responses.edit.means')}</p>
    </Form.Modal>
  )
}
