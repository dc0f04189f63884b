/** Before and after, field by field. What was not there before, or is no more, has one side only. */
import type { LogRow } from '#contract/logs.ts'
import { useFormat, useText, useTextOr } from '../i18n/text.ts'
import { languageOf, plainField, toldChanges } from './told-changes.ts'
import { fieldIds, valueIds } from './value-words.ts'
import { hasBasic, useBasicText } from '../i18n/basic.ts'
import { ExactTime } from './action-words.tsx'
import './history.css'

type Changed = Pick<LogRow, 'action' | 'before' | 'after' | 'changes' | 'changedNames'>

export function Changes({ row: { action, before, after, changes, changedNames } }: { row: Changed }) {
  const t = useText()
  const firstText = useFirstText()
  if (changes.length === 0) return <p className="panel blank">{t('logs.unchanged')}</p>
  const told = toldChanges(changes)
  const nameOf = (field: string) => {
    const name = firstText(fieldIds(action, plainField(field)), field)
    const language = languageOf(field)
    return language === undefined ? name : `${name} (${firstText([`language.${language}`], language)})`
  }
  const sides = [...(before === null ? [] : ['before' as const]), ...(after === null ? [] : ['after' as const])]
  return (
    <table className="changes">
      <caption>{t('logs.changes', { count: told.length })}</caption>
      <thead>
        <tr>
          <th scope="col">{t('logs.field.field')}</th>
          {sides.map((side) => (
            <th key={side} scope="col">
              {sides.length === 1 && side === 'after' ? t('logs.field.value') : t(`logs.field.${side}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {told.map((change) => (
          <tr key={change.field}>
            <th scope="row" title={change.field}>
              {nameOf(change.field)}
            </th>
            {sides.map((side) => (
              <td key={side} data-side={sides.length === 1 ? undefined : side}>
                {/* Told apart by the heading; on a phone the sides stand below each other, with their names. */}
                {sides.length > 1 && <small aria-hidden="true">{t(`logs.field.${side}`)}</small>}
                <ChangeValue action={action} field={change.field} value={change[side]} names={changedNames} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const momentPattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/

interface ChangeValueProps {
  action: string
  field: string
  value: unknown
  /** Of records, by field and id: `siteId 7`. */
  names?: Readonly<Record<string, string>> | undefined
}

/** A value as it was written down: the trail does not interpret, it only makes it readable. */
function ChangeValue({ action, field, value, names = {} }: ChangeValueProps) {
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
function useFirstText(): (ids: readonly string[], fallback: string) => string {
  const textOr = useTextOr()
  return (ids, fallback) => ids.reduceRight((text, id) => textOr(id, text), fallback)
}
