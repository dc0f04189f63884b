/**
 * Takes one guard of the database away after the other, and asks whether the attacks notice. `npm run test:guards` does it for
 * all of them and prints who noticed what; a few are drawn here.
 */
import { expect, test } from 'vitest'
import { suiteOn } from '../test/attacks/all.ts'
import { answerTo } from '../test/attacks/attack.ts'
import { guardsOf } from '../test/attacks/guards.ts'
import { testChance } from '../test/seed.ts'
import { withPayments } from '../test/with-payments.ts'

/** Part of the names of those to be taken away; empty: all. Without it a few are drawn. */
const asked = process.env['GUARDS']
const isWhole = asked !== undefined

test(
  'an attack notices each guard that is taken away',
  withPayments(async (app) => {
    const client = await app.sql.owner.connect()
    try {
      const { attacks, works } = await suiteOn(app, client)
      const probes = [
        ...attacks.map(([name, text, by]) => ({ name, text, by })),
        ...works.map(([name, text]) => ({ name, text, by: undefined })),
      ]
      const answers = async () => {
        const said: string[] = []
        for (const probe of probes) said.push(await answerTo(client, probe.text, probe.by))
        return said
      }
      await client.query('begin')
      const before = await answers()
      await client.query('rollback')
      const all = await guardsOf(client)
      const chance = testChance()
      const guards = isWhole
        ? all.filter(({ name }) => name.includes(asked))
        : Array.from({ length: 6 }, () => chance.pick(all))
      const unnoticed: string[] = []
      for (const guard of guards) {
        await client.query(`begin; ${guard.drop}`)
        const after = await answers()
        await client.query('rollback')
        const noticed = probes.filter((_, n) => before[n] !== after[n])
        const through = probes.filter((_, n) => before[n]?.startsWith('refused') && after[n]?.startsWith('done'))
        if (isWhole)
          console.log(
            `${String(noticed.length).padStart(4)} noticed, ${String(through.length).padStart(3)} got through  ${guard.name}: ${
              (through[0] ?? noticed[0])?.name ??
              (guard.isBehindRights ? '(behind the rights of the role)' : 'UNNOTICED')
            }`,
          )
        if (noticed.length === 0 && !guard.isBehindRights) unnoticed.push(guard.name)
      }
      if (isWhole) console.log(`${guards.length} guards, ${attacks.length} attacks, ${works.length} works`)
      expect(unnoticed).toEqual([])
    } finally {
      client.release()
    }
  }),
  isWhole ? 3_600_000 : 60_000,
)
