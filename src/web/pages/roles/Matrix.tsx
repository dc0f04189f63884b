/**
 * The table: permissions down, roles across, both headings visible while the user scrolls. One stop of the Tab key; the
 * arrow keys, Home and End move within.
 */
import { type KeyboardEvent, useState } from 'react'
import type { Role } from '#contract/roles.ts'
import { useRoleName } from '../../i18n/role-name.ts'
import { useText, useTextOr } from '../../i18n/text.ts'
import { PermissionBox } from './PermissionBox.tsx'
import type { Draft } from './role-draft.ts'
import { usePermissionBoxes } from './use-permission-boxes.ts'
import type { Area } from './use-found-permissions.ts'
import { usePermissionText } from './use-rights.ts'
import '../../ui/table.css'

export interface MatrixModel {
  areas: readonly Area[]
  draft: Draft
  onToggle: (role: Role, name: string) => void
  /** Shows who has the permission. */
  onLook: (name: string) => void
}

export function Matrix({ areas, draft, onToggle, onLook, roles }: MatrixModel & { roles: readonly Role[] }) {
  const t = useText()
  const textOr = useTextOr()
  const words = usePermissionText()
  const roleName = useRoleName()
  const boxOf = usePermissionBoxes(draft)
  const first = areas[0]?.permissions[0]?.name ?? ''
  const [active, setActive] = useState('')
  const known = areas.some(({ permissions }) => permissions.some(({ name }) => active.startsWith(`${name}:`)))
  const stop = known ? active : `${first}:0`
  const tabIndexOf = (key: string) => (key === stop ? 0 : -1)
  return (
    <section className="table-frame roles-frame" aria-label={t('roles.matrixTitle')}>
      {/* The keys belong to the boxes and buttons within. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <table
        className="table roles-matrix"
        onKeyDown={move}
        onFocus={(event) => setActive(event.target.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '')}
      >
        <caption className="visually-hidden">{t('roles.matrixCaption')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('roles.permissionHeading')}</th>
            {roles.map((role) => (
              <th key={role.id} scope="col" data-changed={draft.has(role.id)}>
                <span className="roles-name">{roleName(role)}</span>
                <small>{t('roles.people', { count: role.staffCount })}</small>
              </th>
            ))}
          </tr>
        </thead>
        {areas.map(({ area, permissions }) => (
          <tbody key={area}>
            <tr className="roles-area">
              <th scope="rowgroup" className="roles-area-name">
                {textOr(`roles.area.${area}`, area)}
              </th>
              <td colSpan={roles.length} aria-hidden="true" />
            </tr>
            {permissions.map(({ name }) => (
              <tr key={name}>
                <th scope="row" data-cell={`${name}:0`}>
                  <button
                    type="button"
                    className="roles-permission"
                    tabIndex={tabIndexOf(`${name}:0`)}
                    title={t('roles.whoHas')}
                    onClick={() => onLook(name)}
                  >
                    {words(name)}
                    <code>{name}</code>
                  </button>
                </th>
                {roles.map((role) => (
                  <td key={role.id} data-cell={`${name}:${role.id}`}>
                    <PermissionBox
                      box={boxOf(role, name)}
                      role={role}
                      label={words(name)}
                      tabIndex={tabIndexOf(`${name}:${role.id}`)}
                      onToggle={() => onToggle(role, name)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  )
}

function move(event: KeyboardEvent<HTMLTableElement>): void {
  const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-cell]')
  if (!cell || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll('tr:has([data-cell])')]
  const at = rows.findIndex((row) => row.contains(cell))
  const cells = [...(rows[at]?.children ?? [])]
  const column = cells.indexOf(cell)
  const targets: Record<string, Element | undefined> = {
    ArrowRight: cells[column + 1],
    ArrowLeft: cells[column - 1],
    ArrowDown: rows[at + 1]?.children[column],
    ArrowUp: rows[at - 1]?.children[column],
    Home: cells[0],
    End: cells.at(-1),
  }
  if (!(event.key in targets)) return
  event.preventDefault()
  targets[event.key]?.querySelector<HTMLElement>('input, button')?.focus()
}
