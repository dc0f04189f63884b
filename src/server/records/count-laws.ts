/** The SQL that keeps the counts, file by file of `db/law/counts/`: the triggers of each counted table, and folding. */
import { isByDay, type KeptCount, keptCounts } from './kept-counts.ts'

const origin = 'Written by `npm run schema` from records/kept-counts.ts.'

/** The text of each file by its name without `.sql`, which is that of its function. */
export function countLaws(): ReadonlyMap<string, string> {
  const counted = Object.entries(Object.groupBy(keptCounts, ({ of }) => of))
  return new Map([...counted.map(([of, counts = []]) => lawOf(of, counts)), ...keptCounts.filter(isByDay).map(foldOf)])
}

function lawOf(of: string, counts: readonly KeptCount[]): [string, string] {
  const name = `count_${of}`
  const trigger = (event: string, rows: string) =>
    `create or replace trigger count_${event} after ${event} on ${of} referencing ${rows} for each statement execute function ${name}();`
  const added = (rows: string, some = counts) => some.flatMap((count) => written(count, `(${rows}) r`))
  const grows = counts.every((count) => count.grows)
  const body = grows
    ? added('select 1 as way, * from changed')
    : [
        `  if tg_op = 'UPDATE' then`,
        ...added('select 1 as way, * from after union all select -1, * from before'),
        '  else',
        ...added(
          'select way, * from changed',
          counts.filter(({ movesAlone }) => !movesAlone),
        ),
        '  end if;',
      ]
  return [
    name,
    [
      `-- ${origin} Each statement writes in the order of keys, so that no two wait in a circle.`,
      `create or replace function ${name}() returns trigger language plpgsql security definer`,
      'set search_path = public, pg_temp as $$',
      ...(grows ? [] : ['declare', `  way int := case tg_op when 'DELETE' then -1 else 1 end;`]),
      'begin',
      ...body,
      '  return null;',
      'end $$;',
      trigger('insert', 'new table as changed'),
      ...(grows
        ? []
        : [trigger('update', 'old table as before new table as after'), trigger('delete', 'old table as changed')]),
      '',
    ].join('\n'),
  ]
}

const sum = (value: string) => (value === '1' ? 'sum(r.way)' : `sum(r.way * ${value})`)

/** The statement that adds the changes of these rows to the counts. */
function written(count: KeptCount, rows: string): string[] {
  const { name, keys, sums, having, isLocked, looksUp } = count
  const columns = [...Object.keys(keys), ...(isLocked ? [] : ['slot'])]
  const changed = Object.values(sums)
    .map((value) => `${sum(value)} <> 0`)
    .join(' or ')
  const values = [
    ...Object.values(keys),
    ...(isLocked ? [] : ['pg_backend_pid() % 16']),
    ...Object.values(sums).map(sum),
  ]
  const statement = [
    `insert into ${name} as c (${[...columns, ...Object.keys(sums)].join(', ')})`,
    `select ${values.join(', ')}`,
    `from ${counted(count, rows)}`,
    `group by ${placesOf(keys)} having ${having ? `(${changed}) and ${having}` : changed} order by ${placesOf(keys)}`,
    `on conflict (${columns.join(', ')}) do update set ${addedUp(sums)}`,
  ].map((line) => `    ${line}`)
  return looksUp ? ['    execute $q$', ...statement, '    $q$;'] : [`${statement.join('\n')};`]
}

/** What is counted of these rows, `r`, as an item of FROM with its condition. */
export function counted({ beside, where }: KeptCount, rows: string): string {
  return [rows, ...(beside ? [beside] : []), ...(where ? [`where ${where}`] : [])].join(' ')
}

/** The keys by their places in the list of columns. */
export function placesOf(keys: KeptCount['keys']): string {
  return Object.keys(keys)
    .map((_, at) => at + 1)
    .join(', ')
}

/** Puts the slots of past days together, so that sums over years read few rows: few processes touch a past day. */
function foldOf({ name, keys, sums }: KeptCount): [string, string] {
  const columns = Object.keys(keys)
  const key = columns.join(', ')
  const of = (table: string) => [...columns, 'slot'].map((column) => `${table}.${column}`).join(', ')
  const n = Object.keys(sums)
  return [
    `fold_${name}`,
    `-- ${origin} Says how many rows it took; those that others hold wait for the next time.
create or replace function fold_${name}(at_once int) returns int language sql security definer set search_path = public, pg_temp as $$
  with past as (
    select ${key}, slot from ${name} where slot <> 0 and day < current_date - 1 limit at_once for update skip locked
  ), gone as (
    delete from ${name} c using past where (${of('c')}) = (${of('past')}) returning c.*
  ), folded as (
    insert into ${name} as c (${key}, slot, ${n.join(', ')})
    select ${key}, 0, ${n.map((sum) => `sum(${sum})`).join(', ')} from gone group by ${placesOf(keys)} order by ${placesOf(keys)}
    on conflict (${key}, slot) do update set ${addedUp(sums)}
  )
  select count(*)::int from gone
$$;
revoke execute on function fold_${name} from public;
grant execute on function fold_${name} to canvass_app;
`,
  ]
}

function addedUp(sums: KeptCount['sums']): string {
  return Object.keys(sums)
    .map((column) => `${column} = c.${column} + excluded.${column}`)
    .join(', ')
}
