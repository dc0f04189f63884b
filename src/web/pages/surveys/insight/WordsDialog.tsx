/** A text in the languages of the product; those left blank are read in another. */
import { type SubmitEvent, useState } from 'react'
import type { Localized } from '#domain/surveys/survey.ts'
import { locales } from '#domain/text/locale.ts'
import { errorText } from '../../../api/error-text.ts'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useBasicText } from '../../../i18n/basic.ts'
import { useText } from '../../../i18n/text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Note } from '../../../ui/Note.tsx'
import { TextArea, TextInput } from '../../../ui/TextInput.tsx'

interface WordsDialogProps {
  title: string
  label: string
  words?: Localized
  isLong?: boolean
  onSave: (words: Localized) => Promise<unknown>
  onClose: () => void
}

export function WordsDialog({ title, label, words = {}, isLong = false, onSave, onClose }: WordsDialogProps) {
  const t = useText()
  const basic = useBasicText()
  const [given, setGiven] = useState(words)
  const [problem, setProblem] = useState<string>()
  const filled = Object.fromEntries(Object.entries(given).filter(([, text]) => text.trim() !== ''))

  async function save(event: SubmitEvent) {
    event.preventDefault()
    if (Object.keys(filled).length === 0) return setProblem(t('reports.needsWords'))
    try {
      await onSave(filled)
      onClose()
    } catch (error) {
      setProblem(errorText(error, basic))
    }
  }

  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <form className="reports-words" onSubmit={(event) => void save(event)}>
        {locales.map((locale) => {
          const props = {
            lang: locale,
            maxLength: isLong ? 5000 : 200,
            value: given[locale] ?? '',
            onChange: ({ target }: { target: { value: string } }) => setGiven({ ...given, [locale]: target.value }),
          }
          return (
            <FieldBox key={locale} label={`${label} (${t(`language.${locale}`)})`}>
              {isLong ? <TextArea rows={4} {...props} /> : <TextInput {...props} />}
            </FieldBox>
          )
        })}
        {problem !== undefined && <Note tone="danger">{problem}</Note>}
        <div className="dialog-foot">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="primary" type="submit">
            {t('action.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
