-- Whether one person may be behind both accounts: the one's password came from the other, or both have a giver in common.
create or replace function same_hands(one_id bigint, other_id bigint) returns boolean language sql stable as $$
  with recursive hands (side, id) as (
    values (1, one_id), (2, other_id)
    union
    select side, given_by from hands join credential_origin on person_id = id
  )
  select exists (select from hands a join hands b using (id) where a.side = 1 and b.side = 2)
$$;
