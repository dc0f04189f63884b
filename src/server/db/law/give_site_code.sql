create or replace function give_site_code() returns trigger language plpgsql as $$
begin
  -- A number may have been taken by hand.
  while new.code is null loop
    new.code := 'S' || nextval('site_number');
    if exists (select from site where lower(code collate "C") = lower(new.code collate "C")) then new.code := null; end if;
  end loop;
  return new;
end $$;
create or replace trigger give_site_code before insert on site for each row when (new.code is null) execute function give_site_code();
