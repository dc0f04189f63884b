/** 409 STALE of a role's words: mine beside theirs, and the choice. */
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import type { Role } from '#contract/roles.ts'
import { useText } from '../../i18n/text.ts'

interface RoleTextConflictProps {
  mine: Pick<Role, 'name' | 'description'>
  theirs: Role
  isSending: boolean
  onBack: () => void
  onTakeTheirs: () => void
  onOverwrite: () => void
}

export function RoleTextConflict({
  mine,
  theirs,
  isSending,
  onBack,
  onTakeTheirs,
  onOverwrite,
}: RoleTextConflictProps) {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div ref={box} tabIndex={-1} className="form-conflict" role="alertdialog" aria-label={t('form.conflict.title')}>
      <h2>{t('form.conflict.title')}</h2>
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
            {(['name', 'description'] as const).map((field) => (
              <tr key={field}>
                <th scope="row">{t(`roles.field.${field}`)}</th>
                <td>{mine[field]}</td>
                <td>{theirs[field]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="form-choices">
        <Button onClick={onBack}>{t('form.conflict.back')}</Button>
        <Button onClick={onTakeTheirs}>{t('form.conflict.takeTheirs')}</Button>
        <Button type="primary" loading={isSending} onClick={onOverwrite}>
          {t('form.conflict.overwrite')}
        </Button>
      </div>
    </div>
  )
}
