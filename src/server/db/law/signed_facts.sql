-- What people sign: whom, how much, through whom and for which responses (their ids in order, with commas between).
create or replace function signed_facts(msisdn text, amount_minor bigint, currency text, provider text, responses text)
returns bytea language sql immutable parallel safe
  return sha256(convert_to(concat_ws('|', '1', coalesce(msisdn, ''), amount_minor, currency, provider, coalesce(responses, '')), 'UTF8'));
