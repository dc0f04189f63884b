-- What keeps a payable in doubt from its next step (`PaymentHold` of domain/money/payment.ts). No other payable is asked.
create or replace function doubt_about(p payable) returns text language sql stable set search_path = public, pg_temp
  return case
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED', 'REJECTED') and exists (
        select from payable_response l where l.payable_id = p.id and coalesce(l.released_at, 'infinity') = 'infinity'
          and (select f.status = 'APPROVED' and not f.is_pilot from form f
            where f.id = l.response_id and f.survey_id = l.survey_id) is not true)
      then 'RESPONSE_NOT_APPROVED'
    when p.status = 'ELIGIBLE' and p.msisdn is not null and provider_for(p.msisdn, p.currency, own_route(p.participant_id, p.phone_from)) is null then 'NO_ROUTE'
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and exists (select from paid_before_of(p)) and not exists (
        select from desk_act x where x.kind = 'ALREADY_PAID' and lifted(x.kind, x.key, 1) = p.id and x.reason is not null) then 'ALREADY_PAID'
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and exists (select from same_payee_of(p) o where not is_pair_lifted(p, o.other)) then 'SAME_PAYEE'
    when p.status in ('ELIGIBLE', 'INITIATED', 'APPROVED', 'FAILED') and name_check(p) = 'DIFFERS' then 'NAME_DIFFERS'
    when p.status in ('INITIATED', 'APPROVED', 'FAILED') and p.phone_from = 'PARTICIPANT' then (
      select case when payee.anonymised_at is not null then 'PAYEE_ERASED' else 'PHONE_CHANGED' end
      from person payee where payee.id = p.participant_id and payee.pays_to is distinct from p.msisdn)
    end;
