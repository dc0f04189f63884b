/** The words of a provider's status that mean one thing, with commas between them. */
import { FieldBox } from '../../form/FieldBox.tsx'
import { useText } from '../../i18n/text.ts'
import { TextInput } from '../../ui/TextInput.tsx'

interface StatusWordsProps {
  label: string
  words: readonly string[]
  onChange: (words: string[]) => void
}

export function StatusWords({ label, words, onChange }: StatusWordsProps) {
  const t = useText()
  return (
    <FieldBox label={label} help={t('payFiles.wordsHelp')}>
      <TextInput
        maxLength={600}
        defaultValue={words.join(', ')}
        onBlur={({ target }) => onChange(wordsIn(target.value))}
      />
    </FieldBox>
  )
}

function wordsIn(typed: string): string[] {
  const words = typed.split(/[,，]/).map((word) => word.trim())
  return words.filter(Boolean)
}
