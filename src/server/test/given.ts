/** Factories: what a test needs to exist, written straight into the database by its owner. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { dutyOf, type PermissionName, permissionEntries } from '#domain/permissions.ts'
import { hashPassword } from '../access/passwords.ts'
import { hashToken } from '../http/session.ts'
import { responsesFactory } from './given-responses.ts'
import { surveyFactory } from './given-survey.ts'

export interface Staff {
  id: number
  username: string
  token: string
}

export type Given = ReturnType<typeof makeGiven>

let counter = 0
function next(): number {
  return (counter += 1)
}

/** All that one role may hold together: those over people's rights do not go with the steps that release money. */
export const everyPermission: PermissionName[] = permissionEntries
  .map((entry) => entry.name)
  .filter((name) => dutyOf(name) !== 'RIGHTS')

export function makeGiven(owner: pg.Pool) {
  async function only<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row> {
    const { rows } = await owner.query<Row>(text, values)
    const [row] = rows
    if (!row) throw new Error(`No row from ${text}`)
    return row
  }

  return {
    /** Somebody of the staff with exactly these permissions, signed in. */
    async admin({
      permissions = everyPermission,
      password,
    }: { permissions?: PermissionName[]; password?: string } = {}): Promise<Staff> {
      const n = next()
      const username = `staff-${n}`
      const token = randomBytes(32).toString('base64url')
      const role = await only<{ id: number }>(`insert into role (name, role) values ($1, $2) returning id`, [
        `Role ${n}`,
        `TEST_ROLE_${n}`,
      ])
      await owner.query(
        `insert into role_permission (role_id, permission_id) select $1, id from permission where name = any($2)`,
        [role.id, permissions],
      )
      const person = await only<{ id: number }>(
        `insert into person (username, name, admin_type, role_id, password_hash) values ($1, $2, 'ADMIN', $3, $4) returning id`,
        [username, `Staff ${n}`, role.id, password === undefined ? null : await hashPassword(password)],
      )
      await owner.query(
        `insert into session (token_hash, person_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
        [hashToken(token), person.id],
      )
      return { id: person.id, username, token }
    },

    async company({ title = `Company ${next()}` }: { title?: string } = {}): Promise<{ id: number; title: string }> {
      return only(`insert into company (title) values ($1) returning id, title`, [title])
    },

    survey: surveyFactory(owner, next),

    responses: responsesFactory(owner, next),
  }
}
