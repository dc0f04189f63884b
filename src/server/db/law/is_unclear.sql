-- People may settle an outcome that the provider stated unlike the order, does not know of, or did not tell within a day.
create or replace function is_unclear(a attempt) returns boolean language sql stable
  return a.is_outside or a.sends > a.turned_away and (a.reason in ('MISMATCH', 'NOT_SEEN') or a.sent_at < now() - interval '24 hours');
