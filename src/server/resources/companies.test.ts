import sharp from 'sharp'
import { expect } from 'vitest'
import { companies } from '#contract/companies.ts'
import { files } from '#contract/files.ts'
import { test } from '../test/with-app.ts'

function picture(): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 300, channels: 3, background: '#0a7' } })
    .jpeg()
    .toBuffer()
}

test('a company sent with a logo keeps it as a fresh PNG that a ticket opens once', async ({ staff, as }) => {
  const file = { name: 'logo.jpg', bytes: await picture() }
  const { data } = await staff.call(companies.create, { body: { title: 'Field House' }, file })
  expect(data.logoId).toBeTypeOf('number')
  const { url } = await staff.call(files.ticket, { params: { id: data.logoId ?? 0 } })
  const ticket = url.split('/').at(-1) ?? ''
  const opened = await as(undefined).raw(files.open, { params: { ticket } })
  const { format, width } = await sharp(opened.bytes).metadata()
  expect([opened.status, format, width]).toEqual([200, 'png', 512])
  expect((await as(undefined).raw(files.open, { params: { ticket } })).status).toBe(404)
})

test('a user who is suspended opens no more files, also with a ticket from before', async ({ given, as, sql }) => {
  const user = await given.admin()
  const file = { name: 'logo.jpg', bytes: await picture() }
  const { data } = await as(user).call(companies.create, { body: { title: 'Field House' }, file })
  const { url } = await as(user).call(files.ticket, { params: { id: data.logoId ?? 0 } })
  const open = () => as(undefined).raw(files.open, { params: { ticket: url.split('/').at(-1) ?? '' } })
  const become = (status: string) => sql.owner.query('update person set status = $2 where id = $1', [user.id, status])
  await become('SUSPENDED')
  expect((await open()).status).toBe(404)
  // The try has used the ticket up.
  await become('ACTIVE')
  expect((await open()).status).toBe(404)
})

test.for([
  ['a script with the name of a picture', Buffer.from('<script>alert(1)</script>'), 415, 'FILE_TYPE'],
  ['a picture cut in half', Buffer.from('89504e470d0a1a0a00', 'hex'), 422, 'FILE_BROKEN'],
  ['six megabytes', Buffer.alloc(6 * 1024 * 1024, 1), 413, 'PAYLOAD_TOO_LARGE'],
] as const)('as a logo %s is refused and no company is made', async ([_, bytes, status, code], { staff }) => {
  const body = { title: `Refused ${code}` }
  await expect(staff.call(companies.create, { body, file: { name: 'logo.png', bytes } })).rejects.toMatchObject({
    status,
    code,
  })
  expect((await staff.call(companies.list, { query: { q: body.title } })).total).toBe(0)
})

test('an update of an outdated version is refused with the current row', async ({ staff, given }) => {
  const { id } = await given.company()
  await staff.call(companies.update, { params: { id }, body: { title: 'Theirs', version: 1 } })
  await expect(
    staff.call(companies.update, { params: { id }, body: { title: 'Mine', version: 1 } }),
  ).rejects.toMatchObject({ code: 'STALE', data: { title: 'Theirs', version: 2 } })
  const forced = await staff.call(companies.update, { params: { id }, body: { title: 'Mine' } })
  expect(forced.data.version).toBe(3)
})
