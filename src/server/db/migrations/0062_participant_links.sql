-- A participant's own link to a survey: a token that answers for this one person, without an account.

alter table survey_token
  drop constraint survey_token_kind_check,
  add constraint survey_token_kind_check check (kind in ('COLLECT', 'READ', 'ANSWER')),
  add column participant_id bigint references person on delete cascade,
  add constraint survey_token_participant check ((kind = 'ANSWER') = (participant_id is not null));
create index survey_token_of_participant on survey_token (participant_id) where participant_id is not null;
-- A new link ends the one before.
create unique index survey_token_once on survey_token (survey_id, participant_id) where kind = 'ANSWER' and revoked_at is null;
