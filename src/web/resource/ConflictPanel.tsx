/** 409 STALE: what I wrote beside what somebody else saved meanwhile, and for each field the choice what shall stand. */
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { Resource } from '#contract/resource.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { type Conflict, conflictsOf, plainText, type Side, startingValues } from './form-state.ts'
import type { ResourceFormState } from './use-resource-form.ts'

interface ConflictPanelProps {
  form: ResourceFormState
  resource: Resource
  onSettle: (choices: Readonly<Record<string, Side>>) => void
}

const sides = ['mine', 'theirs'] as const

export function ConflictPanel({ form, resource, onSettle }: ConflictPanelProps) {
  const t = useText()
  const textOr = useTextOr()
  const box = useRef<HTMLDivElement>(null)
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  useEffect(() => box.current?.focus(), [])
  const theirs = startingValues(resource.fields, form.theirs ?? {})
  const conflicts = conflictsOf(form.before, form.model.values, theirs)
  const sideOf = ({ name, isMine }: Conflict) => (isMine ? (choices[name] ?? 'mine') : 'theirs')
  return (
    <div ref={box} className="form-conflict" role="alertdialog" aria-label={t('form.conflict.title')} tabIndex={-1}>
      <h3>{t('form.conflict.title')}</h3>
      <p>{conflicts.length > 0 ? t('form.conflict.text') : t('form.conflict.same')}</p>
      {conflicts.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">{t('form.conflict.field')}</th>
                <th scope="col">{t('form.conflict.mine')}</th>
                <th scope="col">{t('form.conflict.theirs')}</th>
              </tr>
            </thead>
            <tbody>
              {conflicts.map((conflict) => {
                const { name, isMine } = conflict
                const field = textOr(`${resource.path}.field.${name}`, name)
                return (
                  <tr key={name}>
                    <th scope="row">{field}</th>
                    {sides.map((side) => (
                      <td key={side} data-stands={sideOf(conflict) === side}>
                        {isMine ? (
                          <label>
                            <input
                              type="radio"
                              name={`conflict-${name}`}
                              aria-label={`${field}, ${t(`form.conflict.${side}`)}: ${shown(conflict[side])}`}
                              checked={sideOf(conflict) === side}
                              onChange={() => setChoices({ ...choices, [name]: side })}
                            />
                            {shown(conflict[side])}
                          </label>
                        ) : (
                          <ReadOnlySide conflict={conflict} side={side} />
                        )}
                      </td>
                    ))}
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
      <div className="form-choices">
        <Button onClick={form.goBack}>{t('form.conflict.back')}</Button>
        <Button type="primary" loading={form.isSending} onClick={() => onSettle(choices)}>
          {t('form.conflict.settle')}
        </Button>
      </div>
    </div>
  )
}

/** A field that only they changed: theirs stands. */
function ReadOnlySide({ conflict, side }: { conflict: Conflict; side: Side }) {
  const t = useText()
  if (side === 'theirs') return shown(conflict.theirs)
  return <span className="blank">{t('form.conflict.untouched')}</span>
}

function shown(value: unknown): string {
  return plainText(value) || '–'
}
