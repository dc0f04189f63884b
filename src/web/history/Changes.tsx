/** Before and after, field by field. What was not there before, or is no more, has one side only. */
import type { LogRow } from '#contract/logs.ts'
import { useText } from '../i18n/text.ts'
import { ChangeValue, useFirstText } from './ChangeValue.tsx'
import { languageOf, plainField, toldChanges } from './told-changes.ts'
import { fieldIds } from './value-words.ts'
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
