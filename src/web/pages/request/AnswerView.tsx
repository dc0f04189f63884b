/** What the server answered: status, time, size, headers, and the body as JSON or as a file that is saved. */
import { saveAs } from '../../api/download.ts'
import type { RawAnswer } from '../../api/raw-call.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { fact, Facts } from '../../ui/Facts.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { prettyJson } from './calls.ts'

/** More than this makes a browser slow; the rest is in the file. */
const shownLength = 100_000
const defaultName = 'answer.json'

export interface AnswerViewProps {
  answer: RawAnswer
  /** The body as text; undefined of a file. */
  text: string | undefined
}

export function AnswerView({ answer, text }: AnswerViewProps) {
  const t = useText()
  const format = useFormat()
  const { status, statusText, headers, ms, bytes } = answer
  const json = text === undefined ? undefined : (prettyJson(text) ?? text)
  const name = answer.fileName ?? defaultName

  return (
    <Panel aria-label={t('request.answer')} heading={t('request.answer')}>
      <Facts
        of={[
          fact(t('request.status'), <code data-status={Math.floor(status / 100)}>{`${status} ${statusText}`}</code>),
          fact(t('request.time'), t('request.ms', { ms: Math.round(ms) })),
          fact(t('request.size'), t('request.bytes', { bytes: bytes.size })),
        ]}
      />
      <details>
        <summary>{t('request.headers', { count: headers.length })}</summary>
        <Facts className="request-headers" of={headers.map(([header, value]) => fact(header, value))} />
      </details>
      {text === undefined && <Note tone="success">{t('request.saved', { name })}</Note>}
      {json !== undefined && (
        // A keyboard scrolls what it can reach.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre className="request-answer" tabIndex={0} aria-label={t('request.json')}>
          {json.slice(0, shownLength)}
        </pre>
      )}
      {json !== undefined && json.length > shownLength && (
        <p className="blank">{t('request.cut', { length: format.number(shownLength) })}</p>
      )}
      {json !== undefined && (
        <div className="request-actions">
          <Button size="small" onClick={() => saveAs(name, new Blob([json], { type: 'application/json' }))}>
            {t('request.save')}
          </Button>
        </div>
      )}
    </Panel>
  )
}

/** Saves an answer that is a file; the text of any other. */
export async function takeIn(answer: RawAnswer): Promise<AnswerViewProps> {
  if (!isSaved(answer)) return { answer, text: await answer.bytes.text() }
  saveAs(answer.fileName ?? defaultName, answer.bytes)
  return { answer, text: undefined }
}

function isSaved({ headers, bytes }: RawAnswer): boolean {
  const { 'content-disposition': disposition = '', 'content-type': mime = '' } = Object.fromEntries(headers)
  return bytes.size > 0 && (disposition.startsWith('attachment') || !/\bjson\b/.test(mime))
}
