/** SQL with the whole program bypassed, and what the database answers. Whatever it does is undone. */
import type pg from 'pg'

/** A name, and statements that the database must refuse. By the app's role, or by the owner of the tables. */
export type Attack = readonly [name: string, text: string, by?: 'owner']

/** Statements that must do their work: the last one asks what came of them. */
export type Work = readonly [name: string, text: string, answer: string]

/** What the last statement answered, or which guard refused. In a transaction of the owner's, which it leaves as it was. */
export async function answerTo(client: pg.ClientBase, text: string, by?: 'owner'): Promise<string> {
  const role = by === 'owner' ? '' : 'set local role canvass_app;'
  try {
    const answers = await client.query(`savepoint attack; ${role} ${text}; set constraints all immediate`)
    const rows = ([answers].flat().at(-2)?.rows ?? []) as object[]
    return `done ${JSON.stringify(rows.map((row) => Object.values(row)))}`
  } catch (error) {
    return refusalOf(error as pg.DatabaseError)
  } finally {
    await client.query('rollback to savepoint attack')
  }
}

function refusalOf({ code = '', message, constraint, where }: pg.DatabaseError): string {
  const guard = /function (?!refuse_)(\w+)\(/.exec(where ?? '')?.[1]
  // A misspelt statement proves nothing, and must not pass for a refusal.
  const verdict = /^(CV001|42501|23...)$/.test(code) ? 'refused' : 'ERROR'
  return [
    verdict,
    ...(code === 'CV001' ? [message, 'by', constraint ?? guard] : [constraint ?? message.replaceAll(/\d+/g, 'N')]),
  ].join(' ')
}
