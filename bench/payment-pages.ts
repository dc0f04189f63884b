/** The first page of payments and of a statement in many payments, and the time of a look through the books. */
import { randomBytes } from 'node:crypto'
import { brokenOf, checkBooks, noteCheck } from '#server/payments/books/books-check.ts'
import { hashToken } from '#server/http/session.ts'
import { type BareHouse, send } from './house.ts'

const times = 7
const booksBar = 60

async function median(work: () => Promise<void>): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < times; n += 1) {
    const start = performance.now()
    await work()
    took.push(performance.now() - start)
  }
  return took.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** `only`: the lines with these letters in their name. */
export async function pagesOf({ url, owner }: BareHouse, rows: number, only = ''): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into session (token_hash, person_id, expires_at) select $1, id, now() + interval '1 day' from person where username = 'bench_2'`,
    [hashToken(token)],
  )
  await owner.query(`insert into role_permission (role_id, permission_id) select r.id, p.id from role r, permission p
    where r.role = 'BENCH_2' and (p.name like 'payments.%' or p.name in ('surveys.all', 'surveys.read', 'responses.read')) on conflict do nothing`)
  const { rows: ids } = await owner.query<
    Record<'survey' | 'surveyId' | 'float' | 'spent' | 'person' | 'payment' | 'reference', string>
  >(
    `select encoded_id as survey, survey.id as "surveyId", (select id from account where kind = 'FLOAT') as float,
       (select id from account where kind = 'SPENT' and survey_id = survey.id) as spent, paid.participant_id as person, paid.id as payment,
       (select client_ref from attempt where payable_id = paid.id) as reference
     from survey, lateral (select id, participant_id from payable where survey_id = survey.id and status = 'SUCCESSFUL' limit 1) paid
     order by survey.id limit 1`,
  )
  const [known] = ids
  if (!known) throw new Error('There is no payment.')
  const { survey, surveyId, float, spent, person, payment, reference } = known
  const [day, month] = [dayBefore(1), dayBefore(30)]
  const last = Math.ceil(rows / 10)
  const asked: [name: string, bar: number, path: string][] = [
    ['all', 100, '/payments?'],
    ['the middle page', 100, `/payments?page=${Math.ceil(last / 2)}`],
    ['the last page', 100, `/payments?page=${last}`],
    ['by status', 100, '/payments?status=APPROVED'],
    ['by the status of most', 100, '/payments?status=SUCCESSFUL'],
    ['by two statuses', 100, '/payments?status=FAILED,PROCESSING'],
    ['by survey', 100, `/payments?surveyId=${survey}`],
    ['by survey and status', 100, `/payments?surveyId=${survey}&status=FAILED`],
    ['by site', 100, '/payments?siteId=1'],
    ['by day', 100, `/payments?from=${day}&to=${day}`],
    ['by month', 100, `/payments?createdAt=${month}..${day}`],
    ['by day of the last change', 100, `/payments?updatedAt=${day}..${day}`],
    ['by day and status', 100, `/payments?createdAt=${day}..${day}&status=FAILED`],
    ['by status and age', 100, `/payments?status=APPROVED&sort=createdAt`],
    ['open and oldest', 100, `/payments?status=ELIGIBLE,INITIATED,APPROVED&sort=createdAt`],
    ['waiting for me', 100, '/payments?waitingForMe=true'],
    ['waiting for me, oldest', 100, '/payments?waitingForMe=true&sort=createdAt'],
    ['not waiting for me', 100, '/payments?waitingForMe=false'],
    ['by reason', 100, '/payments?reason=%3DPAYEE_NOT_FOUND'],
    ['by amount', 100, '/payments?amount=10..10.50'],
    ['by provider', 100, '/payments?provider=gsma'],
    ['largest', 100, '/payments?sort=-amount'],
    ['smallest of a survey', 100, `/payments?surveyId=${survey}&sort=amount`],
    ['largest of a status', 100, '/payments?status=APPROVED&sort=-amount'],
    ['oldest', 100, '/payments?sort=createdAt'],
    ['newest', 100, '/payments?sort=-createdAt'],
    ['oldest change', 100, '/payments?sort=updatedAt'],
    ['in the order of statuses', 100, '/payments?sort=status'],
    ['part of a phone', 100, '/payments?q=0004567'],
    ['a phone', 100, '/payments?q=258800045678'],
    ['three digits of a phone', 100, '/payments?q=456'],
    ['part of a name', 100, '/payments?q=a3f9c'],
    ['three letters of a name', 100, '/payments?q=a3f'],
    ['a reference', 100, `/payments?q=${reference}`],
    ['payments of a participant', 100, `/payments?participantId=${person}`],
    ['sets of a participant', 100, `/payments/waiting?participantId=${person}`],
    ['payments of a survey', 100, `/surveys/${surveyId}/payments?`],
    ['one payment', 100, `/payments/${payment}`],
    ['transactions', 100, '/payments/transactions?'],
    ['failed transactions', 100, '/payments/transactions?status=FAILED'],
    ['transactions of a survey', 100, `/payments/transactions?surveyId=${survey}`],
    ['transactions of a day', 100, `/payments/transactions?from=${day}&to=${day}`],
    ['largest transactions', 100, '/payments/transactions?sort=-amount'],
    ['balance', 100, '/payments/balance'],
    ['accounts', 100, '/payments/accounts'],
    ['runs', 100, '/payments/runs?'],
    ['the dashboard', 100, '/dashboard?'],
    ['the dashboard of a survey', 100, `/dashboard?surveyId=${survey}`],
    ['a statement of a float', 50, `/payments/accounts/${float}/statement?`],
    ['a statement of a survey', 50, `/payments/accounts/${spent}/statement?`],
    ['its last page', 50, `/payments/accounts/${spent}/statement?page=${Math.max(1, Math.floor(last / 25))}`],
    ['its day', 50, `/payments/accounts/${spent}/statement?from=${day}&to=${day}`],
    ['its day ends', 50, `/payments/accounts/${spent}/days?`],
    ['day ends of a float', 50, `/payments/accounts/${float}/days?`],
    // Each payment matches: at 5,000,000 it reads longer than a call may take.
    ['a word of all names', 100, '/payments?q=payee'],
  ]
  for (const [name, bar, path] of asked) {
    if (!name.includes(only)) continue
    let found = ''
    const ms = await median(async () => {
      const { status, body } = await send(url + path, token)
      if (status !== 200 && status !== 503) throw new Error(`${path}: ${body.slice(0, 300)}`)
      const { total = 0 } = JSON.parse(body) as { total?: number }
      found = status === 503 ? 'no answer in time' : `${total} rows`
    })
    console.log(`${ms > bar ? 'MISSED' : 'ok    '} ${ms.toFixed(1).padStart(8)} ms (bar ${bar})  ${name}: ${found}`)
  }
}

/** The first look at all of the trail, and the look of a night, which goes on after the block that the last one proved. */
export async function booksOf({ services, owner }: BareHouse): Promise<void> {
  const { db } = services.database
  const sealing = performance.now()
  const seal = async () => (await owner.query<{ block: number | null }>('select seal_audit() as block')).rows[0]?.block
  let blocks = 0
  while ((await seal()) != null) blocks += 1
  console.log(`the trail is sealed in ${blocks} blocks after ${((performance.now() - sealing) / 1000).toFixed(0)} s`)
  // In a house each block is sealed within a minute: here all but the last day's are as old as their rows would be.
  await owner.query(`set session_replication_role = replica; update audit_block set sealed_at = now() - interval '2 days'
    where id < (select max(id) from audit_block) - ${Math.ceil(blocks / 100)}; set session_replication_role = origin`)
  for (const look of ['the first look', 'the look of a night']) {
    const checks = await checkBooks(db)
    for (const { rule, milliseconds } of checks) console.log(`${String(milliseconds).padStart(8)} ms  ${rule}`)
    const seconds = checks.reduce((all, { milliseconds }) => all + milliseconds, 0) / 1000
    const broken = JSON.stringify(brokenOf(checks))
    console.log(
      `${seconds > booksBar ? 'MISSED' : 'ok    '} ${look}: ${checks.length} rules in ${seconds.toFixed(1)} s (bar ${booksBar}), broken: ${broken}`,
    )
    await noteCheck(db, checks)
  }
}
