-- A program has no password, no role and no session: it comes with a token, whose rights never touch money or people's rights.
create or replace trigger program_has_tokens_alone before insert or update of role_id, password_hash, email on person
  for each row when (new.is_program) execute function law('PROGRAM_HAS_TOKENS_ALONE', 'select count(*) from n
    where num_nonnulls(n.role_id, n.password_hash, n.email) > 0');
create or replace trigger program_has_no_session before insert or update of person_id on session
  for each row execute function law('PROGRAM_HAS_TOKENS_ALONE', 'select count(*) from n join person p on p.id = n.person_id
    where p.is_program');
create or replace trigger token_opens_no_money before insert on survey_token
  for each row when (new.kind = 'STAFF') execute function law('TOKEN_TOO_WIDE', 'select count(*) from n left join person p on p.id = n.person_id
    where (n.permissions is not null) <> coalesce(p.is_program, false) or exists (
      select from unnest(n.permissions) held (name) left join permission q using (name)
      where q.id is null or q.duty is not null
        or q.name in (''payments.reject'', ''surveys.access'', ''settings.write'', ''console.use''))');
create or replace trigger program_has_no_link before insert on password_link
  for each row execute function law('PROGRAM_HAS_TOKENS_ALONE', 'select count(*) from n join person p on p.id = n.person_id
    where p.is_program');
