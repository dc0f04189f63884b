import { expect, inject, test } from 'vitest'
import { checkRole, openDatabase } from './pool.ts'
import { withDatabase } from './with-database.ts'

test('options in the URL stand beside ours and never lift the role of the app', async () => {
  const url = new URL(withDatabase(inject('cluster').templateUrl, 'postgres'))
  url.searchParams.set('options', '-c lock_timeout=1234 -c role=none')
  const database = openDatabase(url.href, { max: 1 })
  try {
    await checkRole(database)
    const { rows } = await database.pool.query<{ role: string; wait: string }>(
      `select current_user as role, current_setting('lock_timeout') as wait`,
    )
    expect(rows).toEqual([{ role: 'canvass_app', wait: '1234ms' }])
  } finally {
    await database.close()
  }
})
