import type { ResponseDetail } from '#contract/responses.ts'
import { questionOfKey } from '#domain/answer-edit.ts'
import { textIn } from '#domain/survey.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useText } from '../../i18n/text.ts'
import { Note } from '../../ui/Note.tsx'
import type { Irrelevant } from './use-edit.ts'

interface IrrelevantNoteProps {
  response: ResponseDetail
  irrelevant: Irrelevant
}

/** The answers that a change clears, before it does. */
export function IrrelevantNote({ response, irrelevant }: IrrelevantNoteProps) {
  const t = useText()
  const locale = useLocale()
  return (
    <Note tone="warning" role="alert">
      <p>{t('responses.edit.irrelevant', { count: irrelevant.length })}</p>
      <ul>
        {irrelevant.map(({ key, code }) => (
          <li key={key}>
            {textIn(questionOfKey(response, key)?.text ?? { en: code }, locale)} <code>{code}</code>
          </li>
        ))}
      </ul>
    </Note>
  )
}
