/** The page of a collector, by the token behind the `#` of its address: all their forms, and one of them to fill in or to correct. */
import { useEffect, useState } from 'react'
import { locales } from '#domain/text/locale.ts'
import { dateText } from '../questionnaire/format.ts'
import { languageFor } from '#domain/surveys/languages.ts'
import { type Say, useSay } from '../questionnaire/words.ts'
import { basePath, houseName } from '../api/page-settings.ts'
import { Button } from '../ui/Button.tsx'
import { type KeptCollector, keptCollectors } from './kept.ts'
import { HomeScreen } from './HomeScreen.tsx'
import { LinkOutbox } from './LinkOutbox.tsx'
import { browserLanguage, LinkPage, Sender } from './LinkPage.tsx'
import { partsOf } from './link-name.ts'
import { refusalWord } from './refusal-word.ts'
import { type CollectorState, useCollector } from './use-collector.ts'

interface CollectorPageProps {
  token: string
  /** Empty: the list of all forms. */
  encodedId: string
  /** The number of a returned response. */
  returned: string | undefined
}

export function CollectorPage({ token, encodedId, returned }: CollectorPageProps) {
  const key = useKey(encodedId === '' ? '' : token)
  if (encodedId === '') return <Forms token={token} />
  if (key === undefined) return null
  const link = encodedId + key + (returned === undefined ? '' : `/${returned}`)
  return <LinkPage encodedId={link} home={addressOf('')} />
}

/** By which this phone keeps the collector's work. A form that is opened before the list leads there. */
function useKey(token: string): string | undefined {
  const [key, setKey] = useState<string>()
  useEffect(() => {
    async function find() {
      const known = await keptCollectors.get(token)
      if (known) setKey(known.key)
      else location.replace(addressOf(''))
    }
    if (token !== '') find().catch(console.error)
  }, [token])
  return key
}

/** Below the page's own door, with its token: `s1@p7/12` → `/c/s1/12#…`. */
function addressOf(link: string): string {
  const { encodedId, returned } = partsOf(link)
  return `${basePath}/c/${encodedId}${returned === undefined ? '' : `/${returned}`}${location.hash}`
}

function Forms({ token }: { token: string }) {
  const language = languageFor(locales, browserLanguage())
  const { say, locale } = useSay(language)
  const { state, look } = useCollector(token)
  const title = state?.known ? say('collector.title', { name: state.known.name }) : houseName
  return (
    <main className="link-page" lang={locale}>
      <HomeScreen name={title} />
      <Sender />
      <header>
        <h1>{title}</h1>
      </header>
      {!state && <output className="link-said">{say('link.loading')}</output>}
      {state?.trouble && <Trouble say={say} {...state} trouble={state.trouble} />}
      {state?.known && (
        <>
          <LinkOutbox
            say={say}
            waiting={state.waiting}
            isClosed={false}
            onSend={look}
            onOpen={async ({ encodedId }) => location.assign(addressOf(encodedId))}
          />
          <FormLists say={say} language={language} state={state} known={state.known} />
        </>
      )}
      {state && <Button onClick={() => void look()}>{say('collector.look')}</Button>}
    </main>
  )
}

/** What is on the phone stays, whatever the server says. */
function Trouble({ say, known, trouble }: CollectorState & { say: Say; trouble: string }) {
  if (trouble === 'NETWORK') return <output>{say(known ? 'collector.offline' : 'collector.never')}</output>
  return (
    <p role="alert" className="q-problem">
      {say(trouble === 'FORBIDDEN' ? 'link.revoked' : refusalWord(trouble))} {known && say('collector.stays')}
    </p>
  )
}

interface FormListsProps {
  say: Say
  language: string
  state: CollectorState
  known: KeptCollector
}

function FormLists({ say, language, state, known }: FormListsProps) {
  const { begun, waiting, sent, trouble } = state
  const isEnded = trouble !== undefined && trouble !== 'NETWORK'
  const [today] = useState(() => new Date().toDateString())
  const notes = (link: string) => {
    const unsent = waiting.filter((each) => each.encodedId === link).length
    const arrived = sent.filter((each) => each.link === link && new Date(each.at).toDateString() === today).length
    return [
      begun.includes(link) && say('collector.begun'),
      unsent > 0 && say('collector.waiting', { count: String(unsent) }),
      arrived > 0 && say('collector.sentToday', { count: String(arrived) }),
    ]
  }
  const returned = known.returned.map(({ id, encodedId, surveyTitle, participantName, reason }) => {
    const link = `${encodedId}${known.key}/${id}`
    return { link, title: surveyTitle, notes: [participantName, reason, ...notes(link)] }
  })
  const forms = known.forms.map(({ encodedId, title }) => {
    const link = encodedId + known.key
    return { link, title, notes: notes(link) }
  })
  return (
    <>
      {!isEnded && returned.length > 0 && <FormList heading={say('collector.returned')} forms={returned} />}
      {!isEnded && <FormList heading={say('collector.forms')} forms={forms} none={say('collector.none')} />}
      {sent.length > 0 && (
        <details>
          <summary>{say('collector.sent', { count: String(sent.length) })}</summary>
          <ul>
            {sent.slice(0, 50).map(({ at, title }) => (
              <li key={at + title}>
                {title}, {dateText(at, language, { dateStyle: 'medium', timeStyle: 'short' })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

interface FormListProps {
  heading: string
  forms: readonly { link: string; title: string; notes: readonly (string | null | false)[] }[]
  none?: string
}

function FormList({ heading, forms, none }: FormListProps) {
  return (
    <section>
      <h2>{heading}</h2>
      {forms.length === 0 && <p>{none}</p>}
      <ul className="link-forms">
        {forms.map(({ link, title, notes }) => (
          <li key={link}>
            <a href={addressOf(link)}>
              <strong>{title}</strong>
              <span>{notes.filter(Boolean).join(' · ')}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
