/** Reads the user of a job again: the job loses the rights that its user has lost. */
import { type Access, permissionsOf } from '#contract/endpoint.ts'
import { type Db, rowsOf } from '../db/pool.ts'
import { AppError } from '../errors.ts'
import type { Asker } from './kind.ts'

interface AskerRow {
  id: number
  username: string
  role: string | null
  permissions: string[]
}

/** JOB_ASKER_INACTIVE when they may no longer sign in, FORBIDDEN when they may no longer do this. */
export async function admitAsker(db: Db, askerId: number | null, access: Access): Promise<Asker> {
  const rows = await rowsOf<AskerRow>(db)`
    select p.id, p.username, r.role,
      array(select q.name from role_permission rp join permission q on q.id = rp.permission_id
        where rp.role_id = p.role_id) as permissions
    from person p left join role r on r.id = p.role_id
    where p.id = ${askerId} and p.status = 'ACTIVE' and not p.must_change_password`
  const [row] = rows
  if (!row) throw new AppError('JOB_ASKER_INACTIVE')
  const permissions = new Set(row.permissions)
  const needs = permissionsOf(access)
  if (needs.length > 0 && !needs.some((name) => permissions.has(name)))
    throw new AppError('FORBIDDEN', { data: { needs: access } })
  return { ...row, role: row.role ?? '', permissions }
}
