import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { useText } from '../../../i18n/text.ts'
import { useContent } from './content-context.ts'

/** A text in the language of the tab; said when it had to come from another one. */
export function ContentText({ text }: { text: Localized }) {
  const t = useText()
  const { language } = useContent()
  const shown = useShownText(text)
  const isOther = text[language] === undefined
  return (
    <span {...(isOther ? {} : { lang: language })}>
      {shown}
      {isOther && ' '}
      {isOther && <span className="content-other">{t('surveys.notTranslated')}</span>}
    </span>
  )
}

/** The text in the language of the tab, as plain words. */
export function useShownText(text: Localized): string {
  return textIn(text, useContent().language)
}
