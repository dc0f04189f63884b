import type { Db } from '../db/pool.ts'
import type { Demo } from './load.ts'
import { demoState } from '../demo-state.ts'

/** The demo's lines in the terminal: who may sign in, and where the password is. */
export function greeting({ staff, password }: Demo): string[] {
  const width = Math.max(...staff.map(({ username }) => username.length))
  return [
    'Demo data: the people, answers and payments are made up, and no money moves. npm run demo:clear removes them.',
    'Sign in as one of these:',
    ...staff.map(({ username, role }) => `  ${username.padEnd(width)}  ${role}`),
    passwordLine(password),
  ]
}

/** For an operator who makes an account among made-up people; undefined in any other house. */
export async function demoNote(db: Db): Promise<string | undefined> {
  if ((await demoState(db)) !== 'loaded') return undefined
  return 'This database holds the demo: its people, answers and payments are made up. npm run demo:clear removes them, and this account.'
}

/** For a house that no user can enter yet. */
export const noAccount =
  'There is no account yet. Make the first one: npm run admin:create -- --username ana --name "Ana Silva"'

function passwordLine(password: Demo['password']): string {
  switch (password.kind) {
    case 'MADE':
      return `Password of all of them: ${password.text} (shown only now)`
    case 'SETTING':
      return 'Password of all of them: the value of CANVASS_DEMO_PASSWORD'
    case 'EARLIER':
      return 'Password: as shown at the first start. CANVASS_DEMO_PASSWORD=... npm start gives them a new one.'
  }
}
