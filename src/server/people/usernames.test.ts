/** Two accounts whose names look the same are one account to the reader of a list. */
import { expect } from 'vitest'
import { people } from '#contract/people.ts'
import type { Caller } from '../test/caller.ts'
import { test, type TestApp } from '../test/with-app.ts'
import { createAdmin } from './create-admin.ts'

async function givenCreator({ given, as }: TestApp) {
  const { id: roleId } = await given.role(['companies.read'])
  const administrator = as(await given.admin({ role: 'ADMINISTRATOR' }))
  return { administrator, create: creatorOf(administrator, roleId) }
}

function creatorOf(administrator: Caller, roleId: number) {
  return (username: string) =>
    administrator.call(people.create, { body: { adminType: 'ADMIN', name: 'Somebody', username, roleId } })
}

test('a name in full-width letters or two scripts is refused, for any account', async ({ app }) => {
  const { administrator, create } = await givenCreator(app)
  const { id } = (await create('plain.name')).data
  const update = (username: string) => administrator.call(people.update, { params: { id }, body: { username } })
  for (const call of [create, update]) {
    for (const [username, code] of [
      ['ｐｌａｉｎ', 'USERNAME_LETTERS'],
      ['plаin', 'SCRIPTS_MIXED'],
      ['plain name', 'FORMAT'],
    ] as const) {
      const errors = [{ path: 'username', code }]
      await expect(call(username)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', errors })
    }
  }
})

/** Each pair is two scripts, or figures and letters, that look the same; small or capital. */
const twins: [string, string][] = [
  ['coper', 'сорег'],
  ['KATE', 'ΚΑΤΕ'],
  ['nova', 'n0va'],
  ['Ivan', 'lvan'],
  ['warner', 'wamer'],
  ['كريم', 'کریم'],
]

test.for(twins)('%s bars %s, which looks the same', async ([name, twin], { app }) => {
  const { administrator, create } = await givenCreator(app)
  await create(name)
  const alike = { code: 'DUPLICATE', errors: [{ path: 'username', code: 'USERNAME_ALIKE' }] }
  await expect(create(twin)).rejects.toMatchObject(alike)
  const { id } = await app.given.admin()
  await expect(administrator.call(people.update, { params: { id }, body: { username: twin } })).rejects.toMatchObject(
    alike,
  )
  const account = { username: twin, name: 'Twin', role: 'ADMINISTRATOR' }
  await expect(createAdmin(app.services.database.db, account)).rejects.toThrow('or one that looks like it')
})

test('of two names that look the same, made at the same moment, one is there', async ({ app }) => {
  const { create } = await givenCreator(app)
  const made = await Promise.allSettled([create('paco.ecxo'), create('расо.есхо')])
  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('names that differ by an accent, and a name in other capitals, are what they were', async ({ app }) => {
  const { create } = await givenCreator(app)
  await create('jose.maria')
  await create('josé.maria')
  const same = { code: 'DUPLICATE', errors: [{ path: 'username', code: 'DUPLICATE' }] }
  await expect(create('JOSE.MARIA')).rejects.toMatchObject(same)
})
