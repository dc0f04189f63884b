/** One call: its parts to fill in, and the answer below. A call that writes asks once in a visit. */
import { useId, useState } from 'react'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { basePath } from '../../api/page-settings.ts'
import { type RawAnswer, sendRaw } from '../../api/raw-call.ts'
import { useFormat, useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import { BodyFields } from './BodyFields.tsx'
import { type Call, curlOf, type Draft, isJson, missingIn, pathOf, prettyJson } from './calls.ts'
import { kindOf } from './schema.ts'
import { confirmCall, isConfirmed, keepSent } from './visit-history.ts'
import { saveAs } from '../../api/download.ts'
import { Fact, Facts } from '../../ui/Facts.tsx'

const sendKey = ['request.send']

export function CallForm({ call, first }: { call: Call; first: Draft }) {
  const t = useText()
  const [draft, setDraft] = useState(first)
  const [isAsking, setAsking] = useState(false)
  const [problem, setProblem] = useState('')
  const send = useMutation({ mutationKey: sendKey, mutationFn: () => sendDraft(call, draft) })
  const isSending = useIsMutating({ mutationKey: sendKey }) > 0

  function press() {
    const missing = missingIn(call, draft)
    const wrong = missing.length > 0 ? t('request.missing', { names: missing.join(', ') }) : bodyProblem()
    setProblem(wrong)
    if (wrong !== '') return
    if (call.method === 'GET' || isConfirmed(call.id)) send.mutate()
    else setAsking(true)
  }

  function bodyProblem(): string {
    return call.json && draft.json.trim() !== '' && !isJson(draft.json) ? t('request.badJson') : ''
  }

  async function copy() {
    const missing = missingIn(call, draft)
    if (missing.length > 0) return setProblem(t('request.missing', { names: missing.join(', ') }))
    try {
      await navigator.clipboard.writeText(curlOf(call, draft, location.origin + basePath))
      toast(t('request.copied'))
    } catch {
      // A page served over plain http has no clipboard.
      setProblem(t('request.notCopied'))
    }
  }

  return (
    <>
      <Panel>
        <form
          className="request-form"
          onSubmit={(event) => {
            event.preventDefault()
            press()
          }}
        >
          <h2>{call.summary}</h2>
          <p className="request-line">
            <code data-method={call.method}>{call.method}</code> <code>/api/v1{call.path}</code>
          </p>
          <p className="blank">
            {call.needs.length > 0 ? t('request.needs', { permission: call.needs.join(' / ') }) : t('request.open')}
          </p>
          <Parameters call={call} draft={draft} onChange={setDraft} />
          <BodyFields call={call} draft={draft} onChange={setDraft} />
          {problem !== '' && (
            <Note tone="danger" role="alert">
              {problem}
            </Note>
          )}
          <div className="request-actions">
            <Button type="submit" look="primary" loading={isSending}>
              {t('request.send')}
            </Button>
            <Button onClick={() => void copy()}>{t('request.copy')}</Button>
          </div>
        </form>
      </Panel>
      <div aria-live="polite">
        <ErrorNote error={send.error} />
        {send.data && <AnswerView {...send.data} />}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('request.sure')}
          action={t('request.send')}
          danger={call.method === 'DELETE' ? 'danger' : 'plain'}
          run={async () => {
            confirmCall(call.id)
            setAsking(false)
            await send.mutateAsync()
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            <code>
              {call.method} {call.path}
            </code>
          </p>
          <p>{t('request.sureText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

async function sendDraft(call: Call, draft: Draft): Promise<AnswerViewProps> {
  const answer = await sendRaw({ method: call.method, path: pathOf(call, draft), body: bodyOf(call, draft) })
  keepSent({ callId: call.id, draft, status: answer.status, ms: answer.ms })
  return takeIn(answer)
}

function bodyOf({ upload, json }: Call, draft: Draft): string | FormData | undefined {
  if (!upload || !draft.file) return json && draft.json.trim() !== '' ? draft.json : undefined
  const form = new FormData()
  if (upload.json !== undefined) form.append(upload.json, draft.json)
  form.append(upload.file, draft.file)
  return form
}

interface PartProps {
  call: Call
  draft: Draft
  onChange: (draft: Draft) => void
}

function Parameters({ call, draft, onChange }: PartProps) {
  const t = useText()
  const id = useId()
  const { parameters } = draft
  const set = (name: string, value: string) => onChange({ ...draft, parameters: { ...parameters, [name]: value } })
  return (['path', 'query'] as const).map((place) => {
    const of = call.parameters.filter((each) => each.in === place)
    if (of.length === 0) return null
    return (
      <fieldset key={place} className="request-fields">
        <legend>{t(`request.${place}`)}</legend>
        {of.map(({ name, required, schema }) => (
          <div key={name} className="request-field">
            <label htmlFor={`${id}-${name}`}>
              <code>{name}</code>
              {required && <span className="blank"> {t('request.required')}</span>}
            </label>
            <TextInput
              id={`${id}-${name}`}
              value={parameters[name] ?? ''}
              placeholder={kindOf(schema)}
              list={schema.enum && `${id}-${name}-values`}
              autoComplete="off"
              onChange={({ target }) => set(name, target.value)}
            />
            {schema.enum && (
              <datalist id={`${id}-${name}-values`}>
                {schema.enum.map((value) => (
                  <option key={String(value)}>{String(value)}</option>
                ))}
              </datalist>
            )}
          </div>
        ))}
      </fieldset>
    )
  })
}

/** More than this makes a browser slow; the rest is in the file. */
const shownLength = 100_000
const defaultName = 'answer.json'

interface AnswerViewProps {
  answer: RawAnswer
  /** The body as text; undefined of a file. */
  text: string | undefined
}

function AnswerView({ answer, text }: AnswerViewProps) {
  const t = useText()
  const format = useFormat()
  const { status, statusText, headers, ms, bytes } = answer
  const json = text === undefined ? undefined : (prettyJson(text) ?? text)
  const name = answer.fileName ?? defaultName

  return (
    <Panel aria-label={t('request.answer')}>
      <h2>{t('request.answer')}</h2>
      <Facts>
        <Fact name={t('request.status')}>
          <code data-status={Math.floor(status / 100)}>
            {status} {statusText}
          </code>
        </Fact>
        <Fact name={t('request.time')}>{t('request.ms', { ms: Math.round(ms) })}</Fact>
        <Fact name={t('request.size')}>{t('request.bytes', { bytes: bytes.size })}</Fact>
      </Facts>
      <details>
        <summary>{t('request.headers', { count: headers.length })}</summary>
        <dl className="request-headers">
          {headers.map(([header, value]) => (
            <div key={header}>
              <dt>{header}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
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
async function takeIn(answer: RawAnswer): Promise<AnswerViewProps> {
  if (!isSaved(answer)) return { answer, text: await answer.bytes.text() }
  saveAs(answer.fileName ?? defaultName, answer.bytes)
  return { answer, text: undefined }
}

function isSaved({ headers, bytes }: RawAnswer): boolean {
  const { 'content-disposition': disposition = '', 'content-type': mime = '' } = Object.fromEntries(headers)
  return bytes.size > 0 && (disposition.startsWith('attachment') || !/\bjson\b/.test(mime))
}
