/** Two servers on one database: what is done at one acts at the next request on the other. */
import { expect } from 'vitest'
import { auth } from '#contract/auth.ts'
import { companies } from '#contract/companies.ts'
import { people } from '#contract/people.ts'
import { roles } from '#contract/roles.ts'
import { buildApp } from '../../app.ts'
import { openDatabase } from '../../db/pool.ts'
import { type Caller, caller } from '../../test/caller.ts'
import type { Staff } from '../../test/given.ts'
import { test, type TestApp } from '../../test/with-app.ts'

interface Deed {
  /** At the one server, on a user whom the other has just served. */
  act: (administrator: Caller, clerk: Staff, app: TestApp) => Promise<unknown>
  /** The next answer of the other server. */
  status: number
}

const deeds: Record<string, Deed> = {
  suspending: {
    act: (by, { id }) => by.call(people.update, { params: { id }, body: { status: 'SUSPENDED' } }),
    status: 401,
  },
  deleting: { act: (by, { id }) => by.call(people.removeAdmin, { params: { id } }), status: 401 },
  'resetting the password': {
    act: (by, { id }) => by.call(auth.resetPassword, { params: { userInfo: id } }),
    status: 401,
  },
  'ending the sessions': {
    act: (by, { id }) => by.call(auth.endSessions, { query: { personId: id } }),
    status: 401,
  },
  'signing out': { act: (_, clerk, { as }) => as(clerk).call(auth.signout), status: 401 },
  'another role': {
    act: async (by, { id }, { given }) => {
      const { id: roleId } = await given.role(['surveys.read'])
      return by.call(people.update, { params: { id }, body: { roleId } })
    },
    status: 403,
  },
  'less in the role': {
    act: (by, { roleId }) => by.call(roles.edit, { params: { roleId }, body: { permissions: [] } }),
    status: 403,
  },
  'a password of one’s own choice elsewhere': {
    act: async (_, { username }, { as }) => {
      const login = { body: { username, password: 'correct horse battery' } }
      const { AccessToken: token, userInfo } = await as(undefined).call(auth.login, login)
      return as({ id: userInfo.id, username, token, roleId: 0 }).call(auth.changePassword, {
        body: { currentPassword: login.body.password, newPassword: 'tide lamp orchard' },
      })
    },
    status: 401,
  },
}

test.for(Object.entries(deeds))(
  '%s acts at the next request at the other server',
  async ([_, { act, status }], { app }) => {
    const { services, given, as } = app
    const database = openDatabase(services.database.pool.options.connectionString ?? '', { max: 3 })
    const other = await buildApp({ ...services, database })
    try {
      const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
      const clerk = await given.admin({ permissions: ['companies.read'], password: 'correct horse battery' })
      const there = caller(other, clerk.token)
      // Served twice, so that the other server keeps now all that it might keep of them.
      for (let calls = 0; calls < 2; calls++) expect((await there.raw(companies.list)).status).toBe(200)
      await act(administrator, clerk, app)
      expect((await there.raw(companies.list)).status).toBe(status)
    } finally {
      await other.close()
      await database.close()
    }
  },
)
