-- A try is named by what it pays for, whom, how much and through whom: a database that fell back makes the same reference again.
create or replace function try_name(thing text, tries bigint, msisdn text, amount_minor bigint, currency text, provider text) returns uuid
language sql stable return house_uuid(concat_ws('|', '1', thing, tries, msisdn, amount_minor, currency, provider));
revoke execute on function try_name from public;
