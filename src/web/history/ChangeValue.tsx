import { hasBasic, useBasicText } from '../i18n/basic.ts'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import { ExactTime } from './action-words.tsx'
import { valueIds } from './value-words.ts'

const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

interface ChangeValueProps {
  action: string
  field: string
  value: unknown
  /** Of records, by field and id: `siteId 7`. */
  names?: Readonly<Record<string, string>> | undefined
}

/** A value as it was written down: the trail does not interpret, it only makes it readable. */
export function ChangeValue({ action, field, value, names = {} }: ChangeValueProps) {
  const t = useText()
  const format = useFormat()
  const firstText = useFirstText()
  if (value === null || value === undefined || value === '') return <span className="blank">–</span>
  if (typeof value === 'boolean') return t(value ? 'logs.yes' : 'logs.no')
  if (typeof value === 'number') {
    const name = names[`${field} ${value}`]
    if (name !== undefined) return `${name} (${value})`
    // Ids are names, not amounts.
    return /(^|\.|[a-z])id$/i.test(field) ? String(value) : format.number(value)
  }
  if (typeof value !== 'string')
    return <List value={value} wordOf={(item) => firstText(valueIds(action, field, item), item)} />
  if (momentPattern.test(value) && !Number.isNaN(Date.parse(value))) return <ExactTime iso={value} />
  if (field === 'country') return format.country(value)
  return field === 'code' ? <Code code={value} /> : firstText(valueIds(action, field, value), value)
}

/** A refusal's reason, with the words it was said in. */
function Code({ code }: { code: string }) {
  const text = useBasicText()
  const id = `errors.${code}`
  return (
    <>
      <code>{code}</code>
      {hasBasic(id) && <span className="change-reason">{text(id)}</span>}
    </>
  )
}

function List({ value, wordOf }: { value: unknown; wordOf: (item: string) => string }) {
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return (
      <ul>
        {value.map((item) => (
          <li key={String(item)}>{wordOf(String(item))}</li>
        ))}
      </ul>
    )
  }
  return <pre>{JSON.stringify(value, null, 2)}</pre>
}

/** The text of the first of the ids that there is one for; else the fallback. */
export function useFirstText(): (ids: readonly string[], fallback: string) => string {
  const textOr = useTextOr()
  return (ids, fallback) => ids.reduceRight((text, id) => textOr(id, text), fallback)
}
