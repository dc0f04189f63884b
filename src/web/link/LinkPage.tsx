import { useState } from 'react'
import { languageFor, languageName, languagesOf } from '../questionnaire/languages.ts'
import { tagOf } from '../questionnaire/language.ts'
import { Notices, NoticeText } from '../questionnaire/Notices.tsx'
import { useSay, type WordId } from '../questionnaire/words.ts'
import { Button } from '../ui/Button.tsx'
import { LinkFilling } from './LinkFilling.tsx'
import { LinkOutbox } from './LinkOutbox.tsx'
import { refusalWord } from './refusal-word.ts'
import { useLink } from './use-link.ts'

export function LinkPage({ encodedId }: { encodedId: string }) {
  const [chosen, setChosen] = useState(browserLanguage)
  const model = useLink(encodedId)
  const { stage, refusal, work } = model
  const languages = work ? languagesOf(work.form.content) : []
  const language = languageFor(languages, chosen)
  const { say, locale } = useSay(language)
  const saying: Partial<Record<typeof stage, WordId>> = {
    loading: refusal === undefined ? 'link.loading' : refusalWord(refusal),
    noNetwork: 'link.noNetwork',
    sending: 'link.sending',
    sent: work?.correction ? 'returned.sent' : 'link.sent',
    kept: 'link.kept',
  }
  const said = saying[stage]
  const closing = work?.form.content.notices?.closing
  return (
    <main className="link-page" lang={locale}>
      <header>
        <h1>{work?.form.title ?? 'Canvass'}</h1>
        {languages.length > 1 && (
          <label>
            {say('link.language')}
            <select value={language} onChange={({ target }) => setChosen(target.value)}>
              {languages.map((code) => (
                <option key={code} value={code}>
                  {languageName(code, tagOf(code))}
                </option>
              ))}
            </select>
          </label>
        )}
      </header>
      <LinkOutbox say={say} waiting={model.waiting} onSend={model.send} onOpen={model.reopen} onDrop={model.drop} />
      {work && !work.correction && refusal !== undefined && <p role="alert">{say(refusalWord(refusal))}</p>}
      {said && <output className="link-said">{say(said)}</output>}
      {closing && (stage === 'sent' || stage === 'kept') && <NoticeText notice={closing} language={language} />}
      {work && (stage === 'filling' || stage === 'sending') && (
        <Notices
          content={work.form.content}
          language={language}
          consent={work.consent}
          onConsent={(consent) => model.change({ consent })}
        >
          <LinkFilling
            work={work}
            language={language}
            say={say}
            refused={model.refused}
            isSending={stage === 'sending'}
            onChange={model.change}
            onAnswer={model.answer}
            onSubmit={model.submit}
          />
        </Notices>
      )}
      {(stage === 'sent' || stage === 'kept' || stage === 'refused') && (
        <Button onClick={() => void model.startOver()}>{say('link.another')}</Button>
      )}
    </main>
  )
}

/** `pt-BR` → `pt-br`, as surveys name it. */
function browserLanguage(): string {
  const asked = new URLSearchParams(location.search).get('lang')
  return (asked ?? navigator.language).toLowerCase()
}
