/**
 * Takes one guard of the database away after the other, all of them, and asks whether an attack notices. `npm run test:guards`
 * makes each attack on each of them, and prints who noticed what.
 */
import { expect } from 'vitest'
import { suiteOn } from '../test/attacks/all.ts'
import { answerTo } from '../test/attacks/attack.ts'
import { guardsOf } from '../test/attacks/guards.ts'
import { test } from '../test/with-payments.ts'

/** Part of the names of the guards to be printed; empty: all. */
const asked = process.env['GUARDS']

test(
  'an attack notices each guard that is taken away',
  async ({ app }) => {
    const client = await app.sql.owner.connect()
    try {
      const { attacks, works } = await suiteOn(app, client)
      const probes = [
        ...attacks.map(([name, text, by]) => ({ name, text, by, before: '' })),
        ...works.map(([name, text]) => ({ name, text, by: undefined, before: '' })),
      ]
      await client.query('begin')
      for (const probe of probes) probe.before = await answerTo(client, probe.text, probe.by)
      await client.query('rollback')
      const guards = (await guardsOf(client)).filter(({ name }) => name.includes(asked ?? ''))
      const unnoticed: string[] = []
      for (const guard of guards) {
        if (guard.isBehindRights && asked === undefined) continue
        await client.query(`begin; ${guard.drop}`)
        // Who this guard refused is asked first: the first change is enough, unless all are printed.
        const own = (before: string) => guard.words.some((word) => before.split(' ').includes(word))
        const asking = [...probes.filter(({ before }) => own(before)), ...probes.filter(({ before }) => !own(before))]
        const noticed: string[] = []
        const through: string[] = []
        for (const { name, text, by, before } of asking) {
          const after = await answerTo(client, text, by)
          if (after !== before) noticed.push(name)
          if (before.startsWith('refused') && after.startsWith('done')) through.push(name)
          if (noticed.length > 0 && asked === undefined) break
        }
        await client.query('rollback')
        if (asked !== undefined)
          console.log(
            `${String(noticed.length).padStart(4)} noticed, ${String(through.length).padStart(3)} got through  ${guard.name}: ${
              through[0] ?? noticed[0] ?? (guard.isBehindRights ? '(behind the rights of the role)' : 'UNNOTICED')
            }`,
          )
        if (noticed.length === 0 && !guard.isBehindRights) unnoticed.push(guard.name)
      }
      if (asked !== undefined) console.log(`${guards.length} guards, ${attacks.length} attacks, ${works.length} works`)
      expect(unnoticed).toEqual([])
    } finally {
      client.release()
    }
  },
  asked === undefined ? 900_000 : 3_600_000,
)
