/** A text in the languages of the product; those left blank are read in another. */
import { useState } from 'react'
import type { Localized } from '#domain/surveys/survey.ts'
import { locales } from '#domain/text/locale.ts'
import { ConfirmDialog } from '../../../form/ConfirmDialog.tsx'
import { FieldBox } from '../../../form/FieldBox.tsx'
import { useText } from '../../../i18n/text.ts'
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
  const [texts, setTexts] = useState(words)
  const filled = Object.fromEntries(Object.entries(texts).filter(([, text]) => text.trim() !== ''))
  const problem = Object.keys(filled).length === 0 ? t('reports.needsWords') : undefined
  return (
    <ConfirmDialog
      size="medium"
      {...{ title, problem, onClose }}
      action={t('action.save')}
      run={async () => void (await onSave(filled))}
    >
      {locales.map((locale) => {
        const props = {
          lang: locale,
          maxLength: isLong ? 5000 : 200,
          value: texts[locale] ?? '',
          onChange: ({ target }: { target: { value: string } }) => setTexts({ ...texts, [locale]: target.value }),
        }
        return (
          <FieldBox key={locale} label={`${label} (${t(`language.${locale}`)})`}>
            {isLong ? <TextArea rows={4} {...props} /> : <TextInput {...props} />}
          </FieldBox>
        )
      })}
    </ConfirmDialog>
  )
}
