/** Participants out and in again: what an export says is what the import reads. */
import * as fc from 'fast-check'
import { expect } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { participantList, people } from '#contract/people.ts'
import { locales } from '#domain/text/locale.ts'
import { jobKinds } from '../app.ts'
import { csvLine } from '../excel/csv.ts'
import { givenWorker } from '../jobs/test/given-job.ts'
import { wordIn } from '#words/texts.ts'
import { nastyText } from '../test/nasty.ts'
import { exportedFile } from '../test/read-export.ts'
import { test } from '../test/with-app.ts'
import { eraseParticipant } from '../test/erase-participant.ts'

const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null })

const somebody = fc.record({
  name: nastyText(200),
  email: maybe(fc.constantFrom('a@example.org', 'b.c+d@example.com')),
  gender: maybe(fc.constantFrom('F', 'M', '=other')),
  birthDate: maybe(fc.constantFrom('1990-12-31', '2001-02-28', '1900-03-01')),
  administrativeUnitCode: maybe(fc.constantFrom('PU-1', 'pu-1')),
  locale: fc.constantFrom(...locales),
})

const file = (rows: string[][]) => ({ name: 'a.csv', bytes: Buffer.from(rows.map(csvLine).join('')) })

/** Nine digits of a mobile number of Mozambique. */
const phoneOf = (n: number) => `+25884${String(1_000_000 + n)}`

test('participants survive a round trip in both formats and in any language', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin({
    permissions: ['users.read', 'users.write', 'users.export', 'responses.personal'],
  })
  const staff = as(person)
  givenWorker(app, jobKinds)
  await as(await given.admin()).call(administrativeUnits.create, { body: { code: 'PU-1', name: 'A' } })
  const drawn = fc.sample(somebody, { numRuns: 80, seed: 7 }).map((one, n) => ({ phone: phoneOf(n), ...one }))
  const head = Object.keys(drawn[0] ?? {})
  const first = [head, ...drawn.map((one) => Object.values(one))].map(csvLine).join('')
  const send = async (bytes: Buffer) =>
    (await staff.call(people.importParticipants, { file: { name: 'a.csv', bytes } })).data
  expect(await send(Buffer.from(first))).toMatchObject({ rows: drawn.length, created: drawn.length })
  const stored = async () => {
    const { rows } = await sql.owner.query(
      `select name, phone, email, gender, birth_date::text, administrative_unit_id::int, locale from person
         where admin_type = 'PARTICIPANT' order by phone`,
    )
    return rows as object[]
  }
  const before = await stored()
  expect(before).toHaveLength(drawn.length)
  for (const language of [undefined, ...locales])
    for (const format of ['XLSX', 'CSV'] as const) {
      if (language !== undefined && format === 'XLSX') continue
      const titled = participantList.columns.map((key) => ({
        key,
        title: wordIn(language ?? 'en', `participants.field.${key}`) ?? key,
      }))
      const inWords = language === undefined ? {} : { locale: language, columns: titled }
      const bytes = await exportedFile(app, person, people.exportParticipants, { format, ...inWords })
      expect([format, await send(bytes)]).toEqual([
        format,
        expect.objectContaining({ created: 0, duplicateCount: drawn.length }),
      ])
      await sql.owner.query(`delete from person where admin_type = 'PARTICIPANT'`)
      expect([format, await send(bytes)]).toEqual([format, expect.objectContaining({ created: drawn.length })])
      expect(await stored()).toEqual(before)
    }
}, 60_000)

test('an anonymised participant stays so in a round trip; a false claim of it is named', async ({ app }) => {
  const { given, as, sql } = app
  const person = await given.admin({
    permissions: ['users.read', 'users.write', 'users.delete', 'users.export', 'responses.personal'],
  })
  const staff = as(person)
  givenWorker(app, jobKinds)
  const head = ['name', 'phone']
  await staff.call(people.importParticipants, {
    file: file([head, ['Erased', phoneOf(900)], ['Kept', phoneOf(901)]]),
  })
  const found = await sql.owner.query<{ id: number }>(`select id from person where phone = $1`, [phoneOf(900)])
  const id = Number(found.rows[0]?.id)
  await eraseParticipant(app, id)
  const bytes = await exportedFile(app, person, people.exportParticipants, { format: 'CSV' })
  const { data } = await staff.call(people.importParticipants, { file: { name: 'a.csv', bytes } })
  expect(data).toMatchObject({ created: 0, duplicateCount: data.rows })
  expect(data.duplicates).toContainEqual(expect.objectContaining({ personId: id }))
  for (const name of ['anonymous-999999', 'anonymous', 'Nobody'])
    await expect(staff.call(people.importParticipants, { file: file([head, [name, '']]) })).rejects.toMatchObject({
      data: { problems: [{ row: 2, column: 'phone', code: 'REQUIRED' }] },
    })
})
