import { useCallback, useState } from 'react'
import { isOther } from '../questionnaire/given.ts'
import { dateText } from '../questionnaire/format.ts'
import { languageFor, languageName, languagesOf } from '#domain/surveys/languages.ts'
import { tagOf } from '../questionnaire/language.ts'
import { Notices, NoticeText } from '../questionnaire/Notices.tsx'
import { type LoadList, useLists } from '../questionnaire/use-lists.ts'
import { useSay, type WordId } from '../questionnaire/words.ts'
import { brand, brandPicture, houseName } from '../api/page-settings.ts'
import { Button } from '../ui/Button.tsx'
import { loadFile } from './calls.ts'
import { HomeScreen } from './HomeScreen.tsx'
import { LinkFilling } from './LinkFilling.tsx'
import { LinkOutbox } from './LinkOutbox.tsx'
import { shutWord } from './refusal-word.ts'
import { useLink } from './use-link.ts'

interface LinkPageProps {
  /** The name of its link. */
  encodedId: string
  /** The address of all forms of a collector. */
  home?: string
}

export function LinkPage({ encodedId, home }: LinkPageProps) {
  const [chosen, setChosen] = useState(browserLanguage)
  const model = useLink(encodedId)
  const { stage, refusal, form, work } = model
  const load = useCallback<LoadList>(async (file) => (await loadFile(encodedId, file)).text(), [encodedId])
  const { whole, isFailed } = useLists(work?.form.content, load)
  const isFilling = work !== undefined && (stage === 'filling' || stage === 'sending')
  const languages = work ? languagesOf(work.form.content) : []
  const language = languageFor(languages, chosen)
  const { say, locale } = useSay(language)
  const saying: Partial<Record<typeof stage, WordId>> = {
    loading: 'link.loading',
    shut: shutWord(refusal ?? '', form),
    noNetwork: 'link.noNetwork',
    sending: 'link.sending',
    sent: work?.correction ? 'returned.sent' : 'link.sent',
    kept: 'link.kept',
  }
  const said = isFilling && !whole ? (isFailed ? 'link.noNetwork' : 'link.loading') : saying[stage]
  const opening = dateText(form?.startsAt ?? '', language, { dateStyle: 'long', timeStyle: 'short' })
  const isBegun = work !== undefined && isOther(work.answers, work.begunWith ?? {})
  const closing = work?.form.content.notices?.closing
  const outbox = (
    <LinkOutbox
      say={say}
      waiting={model.waiting}
      isClosed={stage === 'shut'}
      onSend={model.send}
      onOpen={model.reopen}
    />
  )
  return (
    <main className="link-page" lang={locale}>
      <HomeScreen name={work?.form.title ?? form?.title} />
      <Sender />
      {home !== undefined && <a href={home}>{say('collector.all')}</a>}
      <header>
        <h1>{work?.form.title ?? form?.title ?? houseName}</h1>
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
      {stage !== 'shut' && outbox}
      {said && <output className="link-said">{say(said, { day: opening })}</output>}
      {stage === 'shut' && isBegun && <p>{say('link.begun')}</p>}
      {stage === 'shut' && outbox}
      {closing && (stage === 'sent' || stage === 'kept') && <NoticeText notice={closing} language={language} />}
      {work && isFilling && whole && (
        <Notices
          content={whole}
          language={language}
          consent={work.consent}
          onConsent={(consent) => model.change({ consent })}
        >
          <LinkFilling
            link={encodedId}
            work={work}
            content={whole}
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
      {(stage === 'sent' || stage === 'kept' || stage === 'refused') && !(home && work?.correction) && (
        <Button onClick={() => void model.startOver()}>{say('link.another')}</Button>
      )}
    </main>
  )
}

/** Who asks: of a house without a name and a logo, nothing. */
export function Sender() {
  const { name, logoId } = brand
  if (name === null && logoId === null) return null
  return (
    <p className="link-sender">
      {logoId !== null && <img className="brand-logo" src={brandPicture('logo')} alt="" height={32} />}
      {name}
    </p>
  )
}

/** `pt-BR` → `pt-br`, as surveys name it. */
export function browserLanguage(): string {
  const asked = new URLSearchParams(location.search).get('lang')
  return (asked ?? navigator.language).toLowerCase()
}
