/** Factories: what a test needs to exist, written straight into the database by its owner. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { dutyOf, permissionEntries, type PermissionName } from '#domain/people/permissions.ts'
import { hashPassword } from '../people/sign-in/passwords.ts'
import { hashToken } from '../http/session.ts'
import { paymentsFactory } from './given-payments.ts'
import { responsesFactory } from './given-responses.ts'
import { surveyFactory } from './given-survey.ts'

export interface Staff {
  id: number
  username: string
  token: string
  roleId: number
}

interface StaffSpec {
  permissions?: readonly string[]
  /** Code of a seeded role. */
  role?: string
  password?: string
}

export interface GivenRole {
  id: number
  role: string
}

export interface GivenParticipant {
  id: number
  name: string
  phone: string
}

export type Fixtures = ReturnType<typeof makeGiven>

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

  async function makeRole(permissions: readonly string[]): Promise<GivenRole> {
    const n = next()
    const role = await only<GivenRole>(`insert into role (name, role) values ($1, $2) returning id, role`, [
      `Role ${n}`,
      `TEST_ROLE_${n}`,
    ])
    await owner.query(
      `insert into role_permission (role_id, permission_id) select $1, id from permission where name = any($2)`,
      [role.id, permissions],
    )
    return role
  }

  return {
    /** A member of staff, signed in, with exactly these permissions in a role of their own, or with a seeded role. */
    async admin({ permissions = everyPermission, role, password }: StaffSpec = {}): Promise<Staff> {
      const n = next()
      const username = `staff-${n}`
      const token = randomBytes(32).toString('base64url')
      const { id: roleId } =
        role === undefined
          ? await makeRole(permissions)
          : await only<{ id: number }>(`select id from role where role = $1`, [role])
      const person = await only<{ id: number }>(
        `insert into person (username, name, admin_type, role_id, password_hash) values ($1, $2, 'ADMIN', $3, $4) returning id`,
        [username, `Staff ${n}`, roleId, password === undefined ? null : await hashPassword(password)],
      )
      await owner.query(
        `insert into session (token_hash, person_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
        [hashToken(token), person.id],
      )
      return { id: person.id, username, token, roleId }
    },

    role: makeRole,

    async participant({ name = `Participant ${next()}` }: { name?: string } = {}): Promise<GivenParticipant> {
      const phone = `+25882${String(next()).padStart(7, '0')}`
      return only(
        `insert into person (username, name, phone, admin_type, role_id)
         values ($1, $2, $1, 'PARTICIPANT', (select id from role where role = 'PARTICIPANT')) returning id, name, phone`,
        [phone, name],
      )
    },

    async company({ title = `Company ${next()}` }: { title?: string } = {}): Promise<{ id: number; title: string }> {
      return only(`insert into company (title) values ($1) returning id, title`, [title])
    },

    async category({ title = `Category ${next()}` }: { title?: string } = {}): Promise<{ id: number; title: string }> {
      return only(`insert into category (title) values ($1) returning id, title`, [title])
    },

    async siteCategory({ title = `Site category ${next()}` }: { title?: string } = {}): Promise<{
      id: number
      title: string
    }> {
      return only(`insert into site_category (title) values ($1) returning id, title`, [title])
    },

    survey: surveyFactory(owner, next),

    responses: responsesFactory(owner, next),

    ...paymentsFactory(owner, next),
  }
}
