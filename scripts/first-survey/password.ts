import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** CANVASS_PASSWORD, or asked at the terminal, where what is typed is not shown. */
export async function passwordOf(username: string): Promise<string> {
  const given = process.env['CANVASS_PASSWORD']
  if (given) return given
  if (!process.stdin.isTTY) throw new Error(`Set CANVASS_PASSWORD to the password of ${username}`)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true })
  const cancelled = new AbortController()
  terminal.on('SIGINT', () => cancelled.abort())
  process.stdout.write(`Password of ${username}: `)
  try {
    return await terminal.question('', { signal: cancelled.signal })
  } catch (error) {
    throw new Error('No password was given', { cause: error })
  } finally {
    terminal.close()
    process.stdout.write('\n')
  }
}
