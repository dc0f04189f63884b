/** Participants out and in again: what an export says is what the import reads. */
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { administrativeUnits } from '#contract/administrative-units.ts'
import { people } from '#contract/people.ts'
import { locales } from '#domain/locale.ts'
import { csvLine, readCsv } from '../excel/csv.ts'
import { wordIn } from '#words/texts.ts'
import { nastyText } from '../test/nasty.ts'
import { withApp } from '../test/with-app.ts'

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

test(
  'participants survive a round trip in both formats and in any language',
  withApp(async ({ given, as, sql }) => {
    const staff = as(
      await given.admin({ permissions: ['users.read', 'users.write', 'users.export', 'responses.personal'] }),
    )
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
    const exported = async (format: 'xlsx' | 'csv') =>
      (await staff.raw(people.exportParticipants, { query: { format } })).bytes
    const words: Record<string, string> = {
      administrativeUnitCode: 'participants.field.administrativeUnitId',
      locale: 'admins.field.locale',
    }
    for (const language of [undefined, ...locales])
      for (const format of ['xlsx', 'csv'] as const) {
        if (language !== undefined && format === 'xlsx') continue
        let bytes = await exported(format)
        if (language !== undefined) {
          const read = readCsv(bytes, { rows: 1000, columns: 20 })
          if ('refusal' in read) throw new Error(read.refusal)
          const [keys = [], ...rows] = read.rows
          const titles = keys.map((key) => wordIn(language, words[key] ?? `participants.field.${key}`) ?? key)
          bytes = Buffer.from([titles, ...rows].map(csvLine).join(''))
        }
        expect([format, await send(bytes)]).toEqual([
          format,
          expect.objectContaining({ created: 0, duplicateCount: drawn.length }),
        ])
        await sql.owner.query(`delete from person where admin_type = 'PARTICIPANT'`)
        expect([format, await send(bytes)]).toEqual([format, expect.objectContaining({ created: drawn.length })])
        expect(await stored()).toEqual(before)
      }
  }),
  60_000,
)

test(
  'an anonymised participant stays so in a round trip; a false claim of it is named',
  withApp(async ({ given, as, sql }) => {
    const staff = as(
      await given.admin({
        permissions: ['users.read', 'users.write', 'users.delete', 'users.export', 'responses.personal'],
      }),
    )
    const head = ['name', 'phone']
    await staff.call(people.importParticipants, {
      file: file([head, ['Erased', phoneOf(900)], ['Kept', phoneOf(901)]]),
    })
    const found = await sql.owner.query<{ id: number }>(`select id from person where phone = $1`, [phoneOf(900)])
    const id = Number(found.rows[0]?.id)
    await staff.call(people.anonymise, { params: { id } })
    const { bytes } = await staff.raw(people.exportParticipants, { query: { format: 'csv' } })
    const { data } = await staff.call(people.importParticipants, { file: { name: 'a.csv', bytes } })
    expect(data).toMatchObject({ created: 0, duplicateCount: data.rows })
    expect(data.duplicates).toContainEqual(expect.objectContaining({ personId: id }))
    for (const name of ['anonymous-999999', 'anonymous', 'Nobody'])
      await expect(staff.call(people.importParticipants, { file: file([head, [name, '']]) })).rejects.toMatchObject({
        data: { problems: [{ row: 2, column: 'phone', code: 'REQUIRED' }] },
      })
  }),
)
