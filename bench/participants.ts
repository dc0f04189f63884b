/**
 * node bench/participants.ts [rows]: lists and searches among 1,000 and among a million participants, in turn. It
 * prints the ratio of the p95 of each (quality.md, Speed), from the real app on a real PostgreSQL.
 */
import type { Client } from 'pg'
import { type House, inHouses } from './house.ts'
import { heading, quantile, report, verdict } from './table.ts'

const sizes = [1000, Number(process.argv[2] ?? 1_000_000)]
const calls = 200

/** Names of two words out of 900 × 2,500, as unevenly spread as names are. */
const people = `
  insert into person (username, name, phone, admin_type, role_id)
  select '+2588' || lpad(n::text, 8, '0'),
    first.syllables || ' ' || last.syllables, '+2588' || lpad(n::text, 8, '0'), 'PARTICIPANT',
    (select id from role where role = 'PARTICIPANT')
  from generate_series(1, $1::int) n,
    lateral (select initcap(a[1 + f % 30] || b[1 + f / 30]) as syllables from (select
      '{ma,jo,ce,al,fa,te,lu,ro,si,ne,da,be,gi,he,le,mi,no,pa,ra,sa,to,vi,za,ar,el,is,or,um,an,ed}'::text[] a,
      '{ria,ana,so,lia,tima,resa,cia,sa,via,lson,nis,rta,lda,ena,ila,mo,la,quel,ulo,ndra,lma,rio,ta,nio,do,bel,lo,ar,ton,na}'::text[] b,
      (30 * 30 * pow(random(), 2) + n * 0)::int % 900 as f) x) first,
    lateral (select initcap(c[1 + l % 50] || d[1 + l / 50]) as syllables from (select
      array(select substr('bcdfghjklmnpqrstvwxz', 1 + i % 20, 1) || substr('aeiou', 1 + i / 20, 1) || substr('mnrslt', 1 + i % 6, 1) from generate_series(0, 49) i) c,
      array(select substr('bcdfghjklmnpqrstvwxz', 1 + (i * 7) % 20, 1) || substr('aeiou', 1 + i % 5, 1) || substr('cvzmne', 1 + i % 6, 1) || 'e' from generate_series(0, 49) i) d,
      (2500 * pow(random(), 2) + n * 0)::int % 2500 as l) x) last`

/** Some of those who are there, to be looked for. */
interface Sample {
  names: string[]
  phones: string[]
}

async function seed(owner: Client, size: number): Promise<Sample> {
  await owner.query(people, [size])
  await owner.query('vacuum analyze person')
  const { rows } = await owner.query<{ name: string; phone: string }>(
    `select name, phone from person where admin_type = 'PARTICIPANT' order by md5(id::text) limit ${calls / 2}`,
  )
  return { names: rows.map(({ name }) => name), phones: rows.map(({ phone }) => phone) }
}

/** The address of the n-th call of each kind. */
const kinds: Record<string, (asked: Sample & { size: number }, n: number) => string> = {
  'list, first page': () => '/users/participants',
  'list, last page': ({ size }) => `/users/participants?page=${size / 10}`,
  'list, newest first': () => '/users/participants?sort=-createdAt',
  'list, suspended': () => '/users/participants?status=SUSPENDED',
  'search, whole name': ({ names }, n) => `/users/search?query=${encodeURIComponent(names[n % names.length] ?? '')}`,
  'search, name and a letter': ({ names }, n) =>
    `/users/search?query=${encodeURIComponent(names[n % names.length]?.replace(/ (.).*/, ' $1') ?? '')}`,
  'search, phone': ({ phones }, n) => `/users/search?query=${encodeURIComponent(phones[n % phones.length] ?? '')}`,
  'search, end of phone': ({ phones }, n) => `/users/search?query=${phones[n % phones.length]?.slice(-8)}`,
  'search, nobody': (_, n) => `/users/search?query=xylo${n}phon`,
  'search, %': () => '/users/search?query=%25',
  'search, blank': () => '/users/search?query=%20',
  'search, one common word': ({ names }, n) => `/users/search?query=${names[n % names.length]?.split(' ')[0]}`,
  'search, two letters': ({ names }, n) => `/users/search?query=${names[n % names.length]?.slice(0, 2)}`,
}

async function compare(small: House<Sample>, large: House<Sample>): Promise<void> {
  heading(`p95 of ${calls} calls, ms`)
  for (const [name, path] of Object.entries(kinds)) {
    const ms = { small: [] as number[], large: [] as number[] }
    let hits = 0
    for (let n = -calls / 2; n < calls; n++) {
      const few = await small.ask(path({ ...small, ...small.seeded }, n + calls))
      const many = await large.ask(path({ ...large, ...large.seeded }, n + calls))
      // Each question is asked once before it is asked twice on the clock.
      if (n < 0) continue
      ms.small.push(few.ms)
      ms.large.push(many.ms)
      hits += many.total
    }
    const [ours, beside] = [quantile(ms.large, 0.95), quantile(ms.small, 0.95)]
    report({ name, total: Math.round(hits / calls), ours, beside, bar: '2x of 1,000', ok: ours <= 2 * beside })
  }
}

await inHouses({
  sizes,
  seed,
  async measure(small, large) {
    await compare(small, large)
    verdict()
  },
})
