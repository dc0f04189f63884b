/** Attacks on who may never sign in, pay or be written to: programs among the staff, and participants. */
import type { Attack } from './attack.ts'

const made = `insert into person (username, name, admin_type, is_program) values ('bot', 'Bot', 'ADMIN', true)`
const ofProgram = (text: string) => `${made}; insert into ${text} from person where username = 'bot'`

export const attacksByPrograms: Attack[] = [
  ['a program with a mail address', `${made}; update person set email = 'bot@example.org' where username = 'bot'`],
  [
    'a program with a session',
    ofProgram(`session (token_hash, person_id, expires_at) select sha256('x'), id, now() + interval '1 hour'`),
  ],
  [
    'a program with a link to a password',
    ofProgram(`password_link (token_hash, person_id, purpose, expires_at)
      select sha256('x'), id, 'RESET', now() + interval '1 hour'`),
  ],
  [
    'a program with a token that pays',
    ofProgram(`survey_token (kind, person_id, name, token_hash, permissions)
      select 'STAFF', id, 'x', sha256('x'), '{payments.authorize}'`),
  ],
  [
    'mail to a participant',
    `insert into mail (person_id, kind, about) select min(id), 'WAITING', '{}' from person where admin_type = 'PARTICIPANT'`,
  ],
]
