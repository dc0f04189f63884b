/** SQL as the app's role against what decides over money: each kind is refused, whatever the program would do. */
import { expect } from 'vitest'
import { suiteOn } from '../test/attacks/all.ts'
import { answerTo } from '../test/attacks/attack.ts'
import { test } from '../test/with-payments.ts'

test('the database refuses every attack, and does its own work', async ({ app }) => {
  const client = await app.sql.owner.connect()
  try {
    const { attacks, works } = await suiteOn(app, client)
    await client.query('begin')
    const answers: string[] = []
    for (const [name, text, by] of attacks) answers.push(`${name}: ${await answerTo(client, text, by)}`)
    expect(answers.filter((line) => !line.includes(': refused '))).toEqual([])
    expect(new Set(attacks.map(([name]) => name)).size).toBe(attacks.length)
    // Which guard refuses each: another one in its place may be a hole beside the attack.
    await expect(`${answers.join('\n')}\n`).toMatchFileSnapshot('../test/attacks/answers.txt')
    for (const [name, text, answer] of works)
      expect([name, await answerTo(client, text)]).toEqual([name, `done ${answer}`])
    await client.query('rollback')
  } finally {
    client.release()
  }
})
