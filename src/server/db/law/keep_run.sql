-- What a run did to payments is kept as long as they are.
create or replace function keep_run() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if exists (select from payment_run where job_id = new.id) then new.expires_at := now() + interval '10 years'; end if;
  return new;
end $$;
create or replace trigger keep_run before update on job for each row
  when (new.expires_at is not null and old.expires_at is null and new.kind like 'payments.%') execute function keep_run();
