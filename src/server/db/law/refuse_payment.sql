-- Payments: what is owed, who let it go, how it went to the provider, and the books that prove it.
--
-- The rules stand here as well as in the program, so that no SQL of the app's role gets around them. Triggers see whole
-- statements. Their queries are planned again at each call (`execute`): a plan made for one row must not meet a hundred
-- thousand, nor the other way round. `pg_temp` comes last in every search path: no temporary table replaces one of
-- these. Refusals carry SQLSTATE CV001 and a code of domain/errors.ts.
create or replace function refuse_payment(code text, breaches bigint) returns void language plpgsql as $$
begin
  if breaches > 0 and not erasing() then raise exception '%', code using errcode = 'CV001'; end if;
end $$;
