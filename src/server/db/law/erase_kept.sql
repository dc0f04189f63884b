-- Of details on the trail stay codes and numbers: what became what.
create or replace function stays(details jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_object_agg(key, value) from jsonb_each(case jsonb_typeof(details) when 'object' then details end)
  where key in ('status', 'formStatus', 'ids', 'count', 'round', 'kind')
$$;
-- Erases what the app itself may not change: former answers, payees, signatures, the word of providers, and details of the trail.
-- `people` are those whose data goes, `instead` who takes the place of each: they themselves, or a new nameless person where
-- they belong to other surveys too. Statuses, amounts, days and references stay. Says how many rows of the trail lost details.
create or replace function erase_kept(erasure_id bigint, forms bigint[], questions text[], payables bigint[], people bigint[],
  instead bigint[], words text[]) returns bigint language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
declare
  e erasure; gone bigint; phones text[];
  own bigint[] := array(select p from unnest(people, instead) as each (p, i) join person on person.id = p where p = i and anonymised_at is not null);
begin
  update erasure set xid = pg_current_xact_id() where id = erasure_id and erasure_due(erasure) <= now() returning * into e;
  if e.id is null then raise exception 'FORBIDDEN' using errcode = 'CV001'; end if;
  -- Only what it is about, and payments that are over.
  forms := array(select id from form where id = any(forms) and (survey_id = e.survey_id or participant_id = e.person_id));
  payables := array(select id from payable where id = any(payables) and (survey_id = e.survey_id or participant_id = e.person_id)
    and status in ('SUCCESSFUL', 'FAILED', 'REJECTED', 'CANCELLED', 'REVERSED'));
  update answer_change set before = null, after = null, erased = true, reason = null
    where response_id = any(forms) and (split_part(key, '.', 1) = any(questions) or reason is not null);
  phones := array(select msisdn from payable where id = any(payables) union select msisdn from attempt where payable_id = any(payables)
    union select paid_msisdn from attempt where payable_id = any(payables));
  update manual_payment set recipient_name = case when recipient_name is not null then 'erased' end, reason_text = without_words(reason_text, words),
    override_reason = without_words(override_reason, words) where payable_id = any(payables);
  -- No country has 999: a number that no phone has, one for each person, or for each payment that names none.
  create temp table paid on commit drop as
    select p.id, facts_hash as was, instead[array_position(people, participant_id)] as payee,
      case when msisdn is not null or exists (select from attempt a where a.payable_id = p.id)
        then '+999' || (participant_id is null)::int || lpad(coalesce(instead[array_position(people, participant_id)], p.id)::text, 10, '0') end as phone,
      null::bytea as facts from payable p where p.id = any(payables);
  update paid set facts = (select signed_facts(phone, amount_minor, currency, provider, signed_responses(p.id)) from payable p where p.id = paid.id);
  update step s set facts_hash = case s.facts_hash when was then facts else sha256(convert_to(gen_random_uuid()::text, 'UTF8')) end
    from paid where s.payable_id = paid.id;
  update payable p set msisdn = paid.phone, facts_hash = facts, reason_text = null, participant_id = coalesce(paid.payee, participant_id)
    from paid where p.id = paid.id;
  update attempt a set msisdn = paid.phone, paid_msisdn = case when paid_msisdn is not null then paid.phone end
    from paid where a.payable_id = paid.id;
  update finding set evidence = without_words(evidence, words), document = without_words(document, words) where payable_id = any(payables);
  update provider_event set answer = without_words(answer, words), question = without_words(question, words) where payable_id = any(payables);
  update statement_line l set phone = case when l.phone is not null then paid.phone end, description = null from paid where l.payable_id = paid.id;
  update statement_line set phone = null, description = null where phone = any(phones);
  update paid_before b set msisdn = '+9992' || lpad(b.list_id::text, 4, '0') || lpad(b.row::text, 6, '0'), name = null, purpose = null
    where b.msisdn = any(phones) or exists (select from paid_before_list l where l.id = b.list_id and l.survey_id = e.survey_id);
  delete from payee_phone k where k.msisdn = any(phones) and not exists (select from payable p where p.msisdn = k.msisdn);
  update payment_selection set source = without_words(source, words), file_rows = without_words(file_rows, words)
    where without_words(source, words) <> source or without_words(file_rows, words) <> file_rows;
  update idem_key set answer = without_words(answer, words) where exists (
    select from jsonb_path_query(answer, 'strict $.**') part where jsonb_typeof(part) = 'string' and part #>> '{}' = any(words));
  update audit a set erased = coalesce(a.erased, audit_details(a)), salt = null, before = stays(a.before), after = stays(a.after),
      address = case when a.actor_id <> all(people) then a.address end
    where (a.subject_type = 'form' and a.subject_id = any(forms::text[]) or a.subject_type = 'payable' and a.subject_id = any(payables::text[])
        or a.subject_type = 'person' and a.subject_id = any(own::text[]))
      and ((a.before, a.after) is distinct from (stays(a.before), stays(a.after)) or a.address is not null and a.actor_id = any(people) is not false);
  get diagnostics gone = row_count;
  drop table paid;
  update erasure set xid = null where id = e.id;
  return gone;
end $$;
