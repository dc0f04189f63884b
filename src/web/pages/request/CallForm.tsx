/** One call: its parts to fill in, and the answer below. A call that writes asks once in a visit. */
import { useId, useState } from 'react'
import { useIsMutating, useMutation } from '@tanstack/react-query'
import { basePath } from '../../api/page-settings.ts'
import { sendRaw } from '../../api/raw-call.ts'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../form/ConfirmDialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Note } from '../../ui/Note.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { toast } from '../../ui/toasts.ts'
import { AnswerView, type AnswerViewProps, takeIn } from './AnswerView.tsx'
import { BodyFields } from './BodyFields.tsx'
import { type Call, curlOf, type Draft, isJson, missingIn, pathOf } from './calls.ts'
import { kindOf } from './schema.ts'
import { confirmCall, isConfirmed, keepSent } from './visit-history.ts'

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
          {problem !== '' && <Note tone="danger">{problem}</Note>}
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
          danger={call.method === 'DELETE'}
          run={async () => {
            confirmCall(call.id)
            send.mutate()
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
