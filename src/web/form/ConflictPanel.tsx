/** 409 STALE: my values beside those that another user saved meanwhile, with a choice for each field. */
import { useState } from 'react'
import { useText, useTextOr } from '../i18n/text.ts'
import { ConflictBox } from './ConflictBox.tsx'
import { type Conflict, conflictsOf, plainText, type Side, startingValues } from './form-state.ts'
import type { FormResource, ResourceFormState } from './use-resource-form.ts'
import { Table } from '../ui/Table.tsx'

interface ConflictPanelProps {
  /** Without a way back, the choice comes first. */
  form: Pick<ResourceFormState, 'before' | 'model' | 'theirs' | 'isSending'> & { goBack?: () => void }
  resource: FormResource
  onSettle: (choices: Readonly<Record<string, Side>>) => void
}

const sides = ['mine', 'theirs'] as const

export function ConflictPanel({ form, resource, onSettle }: ConflictPanelProps) {
  const t = useText()
  const textOr = useTextOr()
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const theirs = startingValues(resource.fields, form.theirs ?? {})
  const conflicts = conflictsOf(form.before, form.model.values, theirs)
  const shown = (value: unknown) => plainText(value, (key) => textOr(`language.${key}`, key)) || '–'
  const sideOf = ({ name, isMine }: Conflict) => (isMine ? (choices[name] ?? 'mine') : 'theirs')
  return (
    <ConflictBox
      title={t('form.conflict.title')}
      onBack={form.goBack}
      settle={{ text: t('form.conflict.settle'), isSending: form.isSending, act: () => onSettle(choices) }}
    >
      <p>{conflicts.length > 0 ? t('form.conflict.text') : t('form.conflict.same')}</p>
      {conflicts.length > 0 && (
        <Table heads={['form.conflict.field', 'form.conflict.mine', 'form.conflict.theirs']}>
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
                      <ReadOnlySide theirs={shown(conflict.theirs)} side={side} />
                    )}
                  </td>
                ))}
              </tr>
            )
          })}
        </Table>
      )}
    </ConflictBox>
  )
}

/** A field that only they changed: their value is kept. */
function ReadOnlySide({ theirs, side }: { theirs: string; side: Side }) {
  const t = useText()
  if (side === 'theirs') return theirs
  return <span className="blank">{t('form.conflict.untouched')}</span>
}
