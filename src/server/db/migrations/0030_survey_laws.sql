-- A survey never counts fewer participants than none, by whatever statement.
alter table survey add constraint survey_participants_counted check (participant_count >= 0);
