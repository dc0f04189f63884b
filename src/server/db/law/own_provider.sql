-- At each start: the provider of the settings is written as the record that it is, or the simulator; null: people's own pay.
create or replace function own_provider(named text, record jsonb) returns void language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  insert into provider (name, title, origin, dialect) select named, named, 'SETTINGS', 'GSMA' where named is not null
  on conflict do nothing;
  update provider set enabled = name is not distinct from named
  where origin = 'SETTINGS' and enabled <> (name is not distinct from named);
  update provider p set base_url = r.base_url, account_id = r.account_id, refuses_duplicates = r.refuses_duplicates
  from jsonb_to_record(record) as r (base_url text, account_id text, refuses_duplicates boolean)
  where record is not null and name = named and origin = 'SETTINGS'
    and (p.base_url, p.account_id, p.refuses_duplicates) is distinct from (r.base_url, r.account_id, r.refuses_duplicates);
end $$;
