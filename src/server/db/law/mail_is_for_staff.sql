-- No participant is ever written to.
create or replace trigger mail_is_for_staff before insert or update of person_id on mail for each row execute function law(
  'FORBIDDEN', 'select count(*) from n where not exists (
    select from person p where p.id = n.person_id and p.admin_type = ''ADMIN'')');
