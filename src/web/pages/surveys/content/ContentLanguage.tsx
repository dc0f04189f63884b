import { useMemo, useState } from 'react'
import { useIntl } from 'react-intl'
import type { SurveyDetail } from '#contract/surveys.ts'
import { languageText } from '../../../i18n/language-text.ts'
import { useText } from '../../../i18n/text.ts'
import { lazyDialog } from '../../../lazy-dialog.tsx'
import { NativeSelect } from '../../../ui/NativeSelect.tsx'
import { useContent } from './content-context.ts'
import { completenessOf } from './content-languages.ts'
import { changeLanguages } from './edits.ts'

const AddLanguageDialog = lazyDialog(
  async () => (await import('../../../form/AddLanguage.tsx')).AddLanguageDialog,
  'rich',
)

const another = '+'

interface ContentLanguageProps {
  label: string
  survey: SurveyDetail
  language: string
  /** Whether the survey may get a further language here. */
  takesMore: boolean
  onChoose: (language: string) => void
}

/** One of the languages of a survey, each with how complete it is. */
export function ContentLanguage({ label, survey, language, takesMore, onChoose }: ContentLanguageProps) {
  const t = useText()
  const { locale, formatNumber } = useIntl()
  const { attempt, builder } = useContent()
  const [isAdding, setAdding] = useState(false)
  const languages = useMemo(() => completenessOf(survey), [survey])

  function add(code: string) {
    attempt(async () => {
      const did = t('surveys.did.add', { label: languageText(code, locale, t) })
      await changeLanguages(builder, (known) => [...new Set([...known, code])], did)
      onChoose(code)
      setAdding(false)
      return undefined
    })
  }

  return (
    <>
      <NativeSelect<string>
        aria-label={label}
        className="list-filter"
        value={language}
        options={[
          ...languages.map(({ code, missing, of }) => {
            const name = languageText(code, locale, t)
            const share = Math.floor((100 * (of - missing)) / of) / 100
            return {
              value: code,
              label: missing === 0 ? name : `${name} · ${formatNumber(share, { style: 'percent' })}`,
            }
          }),
          ...(takesMore ? [{ value: another, label: t('surveys.addLanguage') }] : []),
        ]}
        onChange={(code = another) => (code === another ? setAdding(true) : onChoose(code))}
      />
      {isAdding && <AddLanguageDialog onAdd={add} onClose={() => setAdding(false)} />}
    </>
  )
}
