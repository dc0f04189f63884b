import sharp from 'sharp'
import { expect } from 'vitest'
import { brand } from '#contract/brand.ts'
import { readBrand } from './brand.ts'
import { test } from '../test/with-app.ts'

const drawing = (body: string, side = 40) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">${body}</svg>`)
const mark = drawing('<script>alert(1)</script><rect width="40" height="40" fill="#903"/>')

test('an administrator gives the house a name, a colour and a logo for all visitors', async ({
  server,
  services,
  given,
  as,
}) => {
  const staff = as(await given.admin({ permissions: ['settings.write'] }))
  expect((await staff.call(brand.get)).data).toMatchObject({ name: null, colour: null, logoId: null, version: 0 })
  expect((await server.inject('/brand/logo.png')).statusCode).toBe(404)
  const file = { name: 'logo.svg', bytes: mark }
  const { data } = await staff.call(brand.update, { body: { name: 'Água', colour: '#990033', version: 0 }, file })
  expect(data).toMatchObject({ name: 'Água', colour: '#990033' })
  const shown = await server.inject('/brand/logo.png')
  expect(shown.headers['content-type']).toBe('image/png')
  // Drawn as a PNG, large and without the script.
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512 })
  expect(shown.rawPayload.includes('alert')).toBe(false)
  const icon = await server.inject('/brand/icon-192.png')
  expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ width: 192, height: 192 })
  expect((await server.inject('/brand/icon-192.png')).rawPayload).toEqual(icon.rawPayload)
  for (const name of ['icon-5000.png', 'constructor', 'icon-constructor.png'])
    expect((await server.inject(`/brand/${name}`)).statusCode).toBe(404)
  const version = data.version
  const bare = await staff.call(brand.update, { body: { logoId: null, version } })
  expect(bare.data).toMatchObject({ name: 'Água', logoId: null })
  expect((await server.inject('/brand/icon-192.png')).rawPayload).not.toEqual(icon.rawPayload)
  await expect(staff.call(brand.update, { body: { name: 'Late', version } })).rejects.toMatchObject({ code: 'STALE' })
  expect(await readBrand(services.database.db)).toEqual({ name: 'Água', colour: '#990033', logoId: null })
})

test('a house without a logo has an icon of its own', async ({ server }) => {
  const icon = await server.inject('/brand/icon-512.png')
  expect(await sharp(icon.rawPayload).metadata()).toMatchObject({ format: 'png', width: 512 })
})

test.for([
  ['a colour in which white cannot be read', { colour: '#ffe600' }, undefined, 400, 'LOW_CONTRAST'],
  ['a colour that is none', { colour: 'red' }, undefined, 400, 'FORMAT'],
  ['a logo that is a page', {}, Buffer.from('<html></html>'), 415, 'FILE_TYPE'],
  ['a drawing cut in half', {}, mark.subarray(0, 60), 422, 'FILE_BROKEN'],
  ['a logo of fifty megabytes', {}, Buffer.alloc(50 * 1024 * 1024, 1), 413, undefined],
  ['a drawing a kilometre wide', {}, drawing('<rect width="9" height="9"/>', 4_000_000), 422, 'FILE_BROKEN'],
] as const)('%s is refused, and the house looks as before', async ([_, body, bytes, status, code], { given, as }) => {
  const staff = as(await given.admin({ permissions: ['settings.write'] }))
  const file = bytes && { name: 'logo.svg', bytes }
  const before = (await staff.call(brand.get)).data
  const refused = staff.call(brand.update, { body, ...(file ? { file } : {}) })
  await expect(refused).rejects.toMatchObject({ status, ...(code ? { errors: [{ code }] } : {}) })
  expect((await staff.call(brand.get)).data).toEqual(before)
})
