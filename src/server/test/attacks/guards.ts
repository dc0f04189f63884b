/** The guards of the database over payments, each with what takes it away. */
import type pg from 'pg'

export interface Guard {
  name: string
  /** A transaction that is rolled back runs it. */
  drop: string
  /** Its own name, or that of its function and its code, as a refusal says them. */
  words: string[]
  /** No right of the app's role reaches what it keeps: that right is a guard too. */
  isBehindRights: boolean
}

/** Where payments begin and what they stand on: other areas, whose own guards these are not. */
const around = `'survey', 'person', 'file', 'job', 'form'`
/** By the catalogue: each table that is named after payments or holds money, those that it refers to, and `form`. */
const tables = `array(
  with own as (
    select oid from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not in (${around}) and (
      relname ~ '^(account|attempt|books|closed_day|database_life|house_key|pay|provider|set_payee|statement|transfer)' or exists (select from pg_attribute a where a.attrelid = c.oid
        and attname in ('payable_id', 'amount_minor', 'into_minor', 'step', 'msisdn', 'leftover_id')))
  )
  select relname from pg_class where relname not in (${around})
    and (oid in (select oid from own) or oid in (select confrelid from pg_constraint where conrelid in (select oid from own)))
  union all select 'form')`

const constraints = `
  select 'constraint ' || n || '.' || conname as name, format('alter table %I drop constraint %I cascade', n, conname) as drop,
    not exists (select from unnest(conkey) k join pg_attribute a on a.attrelid = conrelid and a.attnum = k
      where has_column_privilege('canvass_app', conrelid, k, 'insert') or has_column_privilege('canvass_app', conrelid, k, 'update'))
    or contype in ('p', 'u') and exists (select from unnest(conkey) k where not has_column_privilege('canvass_app', conrelid, k, 'insert'))
      as behind
  from unnest(${tables}) n join pg_constraint on conrelid = n::regclass where contype in ('c', 'f', 'p', 'u')`
const indexes = `
  select 'unique index ' || n || '.' || i.relname, format('drop index %I', i.relname), false
  from unnest(${tables}) n join pg_index x on x.indrelid = n::regclass and x.indisunique join pg_class i on i.oid = x.indexrelid
  where not exists (select from pg_constraint c where c.conindid = x.indexrelid)`
const triggers = `
  select 'trigger ' || c.relname || '.' || tgname, format('drop trigger %I on %I', tgname, c.relname), tgtype & 8 > 0 and tgtype & 20 = 0
    and not has_table_privilege('canvass_app', c.oid, 'delete')
  from pg_trigger join pg_class c on c.oid = tgrelid join pg_proc f on f.oid = tgfoid
  where not tgisinternal and proname not in ('count_form', 'note_form_change', 'tell_webhooks') and (c.relname = any(${tables}) or proname = 'law' or prosrc ~ 'payable|payment_run|refuse_payment')`
const rights = `
  select format('no %s of %s', p, n), format('grant %s on %I to canvass_app', p, n), false
  from unnest(${tables}) n, unnest(array['insert', 'update', 'delete', 'truncate']) p
  where not has_table_privilege('canvass_app', n, p)`
/** A trigger has several rules: one after the other says yes to all. */
const rules = `
  select proname as name, pg_get_functiondef(p.oid) as source from pg_proc p
  where p.oid in (select tgfoid from pg_trigger) and prosrc ~ 'perform refuse_payment' order by proname`

export async function guardsOf(client: pg.ClientBase): Promise<Guard[]> {
  const found = await client.query<{ name: string; drop: string; behind: boolean }>(
    [constraints, indexes, triggers, rights].join(' union all ') + ' order by name',
  )
  const { rows: functions } = await client.query<{ name: string; source: string }>(rules)
  return [
    ...found.rows.map(({ name, drop, behind }) => ({
      name,
      drop,
      words: name.split(/[ .]/).slice(1),
      isBehindRights: behind,
    })),
    ...functions.flatMap(({ name, source }) => {
      const parts = source.split('perform refuse_payment(')
      return parts.slice(1).map((rule, n) => ({
        name: `rule ${n + 1} of ${name}: ${rule.slice(1, rule.indexOf("'", 1))}`,
        drop: parts.reduce(
          (text, part, at) => text + (at === n + 1 ? 'perform concat(' : 'perform refuse_payment(') + part,
        ),
        words: [name],
        isBehindRights: false,
      }))
    }),
  ]
}
