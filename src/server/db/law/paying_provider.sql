-- Through whom new payments go.
create or replace function paying_provider() returns text language sql stable return (select name from public.provider where pays);
