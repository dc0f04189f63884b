/** What a survey says before its questions, and the consent without which it asks none. */
import { type ReactNode, useId } from 'react'
import type { Consent, Notice } from '#domain/surveys/notices.ts'
import { type SurveyContent, textIn } from '#domain/surveys/survey.ts'
import { RichText } from '../rich-text/RichText.tsx'
import { languageOf, tagOf } from './language.ts'
import { useSay } from './words.ts'
import './questionnaire.css'

interface NoticesProps {
  content: SurveyContent
  language: string
  consent: Consent | undefined
  onConsent: (consent: Consent | undefined) => void
  /** The questions. */
  children: ReactNode
}

export function Notices({ content, language, consent, onConsent, children }: NoticesProps) {
  const { say } = useSay(language)
  const id = useId()
  const { instructions, consent: agreement } = content.notices ?? {}
  const isOpen = !agreement || consent !== undefined
  return (
    <div className="q-notices">
      {instructions && <NoticeText notice={instructions} language={language} />}
      {agreement && (
        <section className="q-consent" aria-labelledby={id}>
          <h2 id={id}>{say('consent')}</h2>
          <NoticeText notice={agreement} language={language} />
          <label>
            <input
              type="checkbox"
              checked={consent !== undefined}
              onChange={({ target }) =>
                onConsent(
                  target.checked
                    ? { at: new Date().toISOString(), language: languageOf(agreement.body, language) }
                    : undefined,
                )
              }
            />
            {say('agree')}
          </label>
          {!isOpen && <p className="q-hint">{say('agreeFirst')}</p>}
        </section>
      )}
      {isOpen && children}
    </div>
  )
}

export function NoticeText({ notice: { body }, language }: { notice: Notice; language: string }) {
  return <RichText markdown={textIn(body, language)} lang={tagOf(languageOf(body, language))} />
}
