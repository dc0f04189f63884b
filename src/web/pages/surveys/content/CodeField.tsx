/** The code by which responses are read; fixed once a version was published with it. */
import { TextControl } from '../../../form/controls.tsx'
import { useForm } from '../../../form/form-context.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { FixedField, useFirstVersion } from './FixedField.tsx'

function CodeField({ help }: { help: MessageId }) {
  const { values } = useForm()
  const since = useFirstVersion()
  if (since === null) return <TextControl name="code" help={help} />
  return (
    <FixedField name="code" since={since}>
      <code>{String(values['code'])}</code>
    </FixedField>
  )
}

export function QuestionCode() {
  return <CodeField help="questions.codeHelp" />
}

export function AnswerCode() {
  return <CodeField help="answers.codeHelp" />
}
