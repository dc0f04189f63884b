/** 409 STALE: what I wrote beside what somebody else saved meanwhile, and the choice what shall stand. */
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { Resource } from '#contract/resource.ts'
import { useText, useTextOr } from '../i18n/text.ts'
import { conflictsOf, plainText, startingValues } from './form-state.ts'
import type { ResourceFormState } from './use-resource-form.ts'

interface ConflictPanelProps {
  form: ResourceFormState
  resource: Resource
  onOverwrite: () => void
}

export function ConflictPanel({ form, resource, onOverwrite }: ConflictPanelProps) {
  const t = useText()
  const textOr = useTextOr()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  const theirs = startingValues(resource.fields, form.theirs ?? {})
  const conflicts = conflictsOf(form.before, form.model.values, theirs)
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
              {conflicts.map(({ name, isMine, mine, theirs: their }) => (
                <tr key={name}>
                  <th scope="row">{textOr(`${resource.path}.field.${name}`, name)}</th>
                  <td>{isMine ? shown(mine) : <span className="blank">{t('form.conflict.untouched')}</span>}</td>
                  <td>{shown(their)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <div className="form-choices">
        <Button onClick={form.goBack}>{t('form.conflict.back')}</Button>
        <Button onClick={form.takeTheirs}>{t('form.conflict.takeTheirs')}</Button>
        <Button type="primary" loading={form.isSending} onClick={onOverwrite}>
          {t('form.conflict.overwrite')}
        </Button>
      </div>
    </div>
  )
}

function shown(value: unknown): string {
  return plainText(value) || '–'
}
