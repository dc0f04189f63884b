import { type SubmitEvent, useId, useRef, useState } from 'react'
import { answers } from '#contract/answers.ts'
import { surveys } from '#contract/surveys.ts'
import { newKey } from '../../../api/client.ts'
import { errorText } from '../../../api/error-text.ts'
import { useSend } from '../../../api/query.ts'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { TextInput } from '../../../ui/TextInput.tsx'
import { useContent } from './content-context.ts'
import { Button } from '../../../ui/Button.tsx'

/** One option after the other, each by Enter. Codes and further languages come later, in the option's form. */
export function OptionAdder({ questionId }: { questionId: number }) {
  const t = useText()
  const basic = useBasicText()
  const { language, openForm } = useContent()
  const [text, setText] = useState('')
  const [error, setError] = useState<unknown>()
  const field = useRef<HTMLInputElement>(null)
  const errorId = useId()
  const create = useSend(answers.create, { refreshes: [surveys.get] })

  async function add(event: SubmitEvent) {
    event.preventDefault()
    const words = text.trim()
    if (words === '' || create.isPending) return
    setError(undefined)
    try {
      await create.mutateAsync({ body: { questionId, text: { [language]: words } }, idempotencyKey: newKey() })
      setText('')
      field.current?.focus()
    } catch (thrown) {
      setError(thrown)
    }
  }

  return (
    <form className="content-adder" onSubmit={(event) => void add(event)}>
      <TextInput
        ref={field}
        aria-label={t('surveys.newOption')}
        placeholder={t('surveys.newOption')}
        lang={language}
        maxLength={2000}
        value={text}
        aria-invalid={error !== undefined}
        aria-describedby={errorId}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" loading={create.isPending}>
        {t('surveys.addOption')}
      </Button>
      <Button look="text" onClick={() => openForm(`answer:new:${questionId}`)}>
        {t('surveys.addOptionDetailed')}
      </Button>
      <p id={errorId} className="field-problem" role="alert">
        {error !== undefined && errorText(error, basic)}
      </p>
    </form>
  )
}
