/** The body of a call: its JSON with the fields that it takes, and its file. */
import { useId } from 'react'
import { useText } from '../../i18n/text.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { bodySample, type Call, type Draft } from './calls.ts'
import { type Fields, kindOf, type Schema } from './schema.ts'

interface BodyFieldsProps {
  call: Call
  draft: Draft
  onChange: (draft: Draft) => void
}

export function BodyFields({ call, draft, onChange }: BodyFieldsProps) {
  const t = useText()
  const id = useId()
  if (!call.json && !call.upload) return null
  const fill = (fields: Fields) => onChange({ ...draft, json: bodySample(call, fields) })
  return (
    <fieldset className="request-fields">
      <legend>{t('request.body')}</legend>
      {call.json && (
        <div className="request-json">
          <label htmlFor={`${id}-json`}>{call.upload?.json ? <code>{call.upload.json}</code> : 'JSON'}</label>
          <TextArea
            id={`${id}-json`}
            rows={6}
            spellCheck={false}
            value={draft.json}
            onChange={({ target }) => onChange({ ...draft, json: target.value })}
          />
          <div className="request-actions">
            <Button size="small" onClick={() => fill('required')}>
              {t('request.requiredFields')}
            </Button>
            <Button size="small" onClick={() => fill('all')}>
              {t('request.allFields')}
            </Button>
          </div>
          <KnownFields schema={call.json} />
        </div>
      )}
      {call.upload && (
        <div className="request-field">
          <label htmlFor={`${id}-file`}>
            <code>{call.upload.file}</code>
          </label>
          <FileButton id={`${id}-file`} onFiles={([file]) => onChange({ ...draft, file })}>
            {draft.file?.name ?? t('form.chooseFile')}
          </FileButton>
        </div>
      )}
    </fieldset>
  )
}

function KnownFields({ schema: { properties = {}, required = [] } }: { schema: Schema }) {
  const t = useText()
  const taken = Object.entries(properties).filter(([, { readOnly }]) => !readOnly)
  if (taken.length === 0) return null
  return (
    <details>
      <summary>{t('request.fields', { count: taken.length })}</summary>
      <ul className="request-known">
        {taken.map(([name, schema]) => (
          <li key={name}>
            <code>{name}</code> <code className="blank">{kindOf(schema)}</code>{' '}
            {required.includes(name) && <span className="blank">{t('request.required')}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
