import type { ResponseDetail } from '#contract/responses.ts'
import { useText } from '../../i18n/text.ts'
import { Note } from '../../ui/Note.tsx'
import type { Irrelevant } from './use-edit.ts'
import { useAnswerName } from './use-repetition-name.ts'

interface IrrelevantNoteProps {
  response: ResponseDetail
  irrelevant: Irrelevant
}

/** The answers that a change clears, before it does. */
export function IrrelevantNote({ response, irrelevant }: IrrelevantNoteProps) {
  const t = useText()
  const nameOf = useAnswerName(response)
  return (
    <Note tone="warning" role="alert">
      <p>{t('responses.edit.irrelevant', { count: irrelevant.length })}</p>
      <ul>
        {irrelevant.map(({ key, code }) => (
          <li key={key}>
            {nameOf(key, code)} <code>{code}</code>
          </li>
        ))}
      </ul>
    </Note>
  )
}
