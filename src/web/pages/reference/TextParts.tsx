/** What belongs to a text: its words by language, the surveys that use it, and every save of it, which may come back. */
import { useState } from 'react'
import { useIntl } from 'react-intl'
import type * as z from 'zod/mini'
import { surveys } from '#contract/surveys.ts'
import { texts, type TextVersion } from '#contract/texts.ts'
import type { textKinds } from '#domain/surveys/notices.ts'
import { locales } from '#domain/text/locale.ts'
import { type Localized, textIn } from '#domain/surveys/survey.ts'
import { useCall, useSend } from '../../api/query.ts'
import { useCan } from '../../api/session.ts'
import { languageText } from '../../i18n/language-text.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Related } from '../../record/RecordScreen.tsx'
import { RichText } from '../../rich-text/RichText.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { LoadProblem } from '../../ui/LoadProblem.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RadioGroup } from '../../ui/RadioGroup.tsx'
import { toast } from '../../ui/toasts.ts'
import '../../rich-text/rich-editor.css'

type TextRow = z.output<typeof texts.row>

/** Where a survey names a text of the kind. */
const placeOf: Record<(typeof textKinds)[number], string> = {
  CONSENT: 'consentTextId',
  INSTRUCTIONS: 'instructionsTextId',
  MESSAGE: 'closingTextId',
}

const shownVersions = 100

export function TextParts({ text }: { text: TextRow }) {
  const t = useText()
  return (
    <>
      <Panel className="related related-wide" heading={t('texts.field.body')}>
        <Body body={text.body} />
      </Panel>
      <Related title="surveys.title" list={surveys.list} query={{ [placeOf[text.kind]]: text.id }} path="/survey" />
      <Versions text={text} />
    </>
  )
}

function Body({ body }: { body: Localized }) {
  const t = useText()
  const { locale } = useIntl()
  const [chosen, setChosen] = useState<string>(useLocale())
  const languages = [...new Set([...locales, ...Object.keys(body)])]
  const nameOf = (language: string) => languageText(language, locale, t)
  return (
    <div className="text-languages">
      <RadioGroup
        label={t('rich.languages')}
        legend="unseen"
        options={languages.map((value) => ({
          value,
          label: value in body ? nameOf(value) : t('rich.missing', { language: nameOf(value) }),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      {chosen in body ? (
        <RichText markdown={textIn(body, chosen)} lang={chosen} />
      ) : (
        <p className="blank">{t('rich.notIn', { language: nameOf(chosen) })}</p>
      )}
    </div>
  )
}

function Versions({ text }: { text: TextRow }) {
  const t = useText()
  const { data, error, refetch } = useCall(texts.versions, {
    params: { id: text.id },
    query: { pageSize: String(shownVersions) },
  })
  return (
    <Panel className="related" heading={t('texts.versions')}>
      {error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <span className="skeleton" />}
      {data && (
        <ul className="text-versions">
          {data.list.map((saved) => (
            <li key={saved.version}>
              <Version saved={saved} current={text} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Version({ saved, current }: { saved: TextVersion; current: TextRow }) {
  const t = useText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const canWrite = useCan(texts.write)
  const send = useSend(texts.update, { refreshes: [texts.get, texts.list, texts.versions] })
  const { version, title, body, savedAt, savedBy } = saved

  async function bringBack(): Promise<void> {
    const change = { title, body, version: current.version }
    await send.mutateAsync({ params: { id: current.id }, body: change })
    toast(t('texts.broughtBack', { version }))
  }

  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {t('texts.version', { version, at: format.dateTime(savedAt), by: savedBy?.name ?? 'none' })}
        {version === current.version && ` · ${t('texts.current')}`}
      </summary>
      {isOpen && (
        <>
          <Body body={body} />
          <ErrorNote error={send.error} />
          {version !== current.version && (
            <Button
              loading={send.isPending}
              refusal={canWrite ? undefined : t('action.needs', { permission: texts.write })}
              onClick={() => void bringBack().catch(() => undefined)}
            >
              {t('texts.bringBack', { version })}
            </Button>
          )}
        </>
      )}
    </details>
  )
}
