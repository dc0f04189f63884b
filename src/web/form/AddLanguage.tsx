import { type Ref, useId, useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import { languageName, languageOf, languagesByName } from '#domain/surveys/languages.ts'
import { languageCode } from '#domain/surveys/survey.ts'
import { useText } from '../i18n/text.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { takeFocus } from '../ui/focus.ts'
import { TextInput } from '../ui/TextInput.tsx'
import './add-language.css'

interface AddLanguageProps {
  onAdd: (language: string) => void
  ref?: Ref<HTMLInputElement>
}

/** Any language, by its name or code: surveys may be in those that the product does not speak. */
export function AddLanguage({ onAdd, ref }: AddLanguageProps) {
  const t = useText()
  const { locale } = useIntl()
  const listId = useId()
  const [typed, setTyped] = useState('')
  const known = useMemo(() => languagesByName(locale), [locale])
  const word = typed.trim().toLowerCase()
  const code = known.find(({ name }) => name.toLowerCase() === word)?.code ?? languageOf(word) ?? word
  const isCode = languageCode.test(code)

  function add() {
    if (!isCode) return
    onAdd(code)
    setTyped('')
  }

  return (
    <div className="add-language">
      <TextInput
        ref={ref}
        aria-label={t('rich.languageCode')}
        placeholder={t('rich.languageCode')}
        list={listId}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <datalist id={listId}>
        {known.map(({ code: value, name }) => (
          <option key={value}>{name}</option>
        ))}
      </datalist>
      <Button refusal={isCode ? undefined : t('rich.languageCodeHelp')} onClick={add}>
        {t('rich.addLanguage')}
      </Button>
      <output>{isCode && `${languageName(code, locale)} (${code})`}</output>
    </div>
  )
}

export function AddLanguageDialog({ onAdd, onClose }: AddLanguageProps & { onClose: () => void }) {
  const t = useText()
  return (
    <Dialog title={t('rich.addLanguage')} onClose={onClose}>
      <AddLanguage ref={takeFocus} onAdd={onAdd} />
    </Dialog>
  )
}
