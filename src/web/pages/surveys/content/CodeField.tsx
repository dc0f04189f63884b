/** The code by which responses are read; fixed once a version was published with it. */
import { useContext } from 'react'
import { TextControl } from '../../../form/controls.tsx'
import { useForm } from '../../../form/form-context.ts'
import type { MessageId } from '../../../i18n/messages.ts'
import { useText } from '../../../i18n/text.ts'
import { Note } from '../../../ui/Note.tsx'
import { ContentContext } from './content-context.ts'
import { FixedField, useFirstVersion } from './FixedField.tsx'
import { referencesTo } from './references.ts'

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
  const t = useText()
  const { values, row } = useForm()
  const { code: before, formPath } = (row ?? {}) as { code?: string; formPath?: string | null }
  const isRenamed = before !== undefined && values['code'] !== before && values['code'] !== ''
  const named = useMentions(row as { id: number } | undefined)
  return (
    <div>
      <CodeField help="questions.codeHelp" />
      {formPath && (
        <div className="field-notes">
          {t('questions.inForm')} <code>{formPath}</code>
        </div>
      )}
      {isRenamed && named.length > 0 && (
        <Note tone="neutral">
          {t('questions.renames', {
            count: named.length,
            before,
            after: String(values['code']),
            names: named.join(', '),
          })}
        </Note>
      )}
    </div>
  )
}

/** The questions, and the numbers of the sections, whose expressions name the question. */
function useMentions(row: { id: number } | undefined): string[] {
  const content = useContext(ContentContext)
  if (!content || !row) return []
  const { mentions } = referencesTo(content.builder.survey(), { kind: 'question', id: row.id })
  return [...new Set(mentions.map(({ of }) => of))]
}

export function AnswerCode() {
  return <CodeField help="answers.codeHelp" />
}
