-- A rule names records of its own survey only, and an option of its own question; the words of its value are searched.

alter table question add constraint question_of_survey unique (id, survey_id);
alter table section add constraint section_of_survey unique (id, survey_id);
alter table answer add constraint answer_of_question unique (id, question_id);

alter table skip
  drop constraint skip_from_question_id_fkey,
  drop constraint skip_answer_id_fkey,
  drop constraint skip_target_question_id_fkey,
  drop constraint skip_target_section_id_fkey,
  add constraint skip_from_question foreign key (from_question_id, survey_id) references question (id, survey_id),
  add constraint skip_answer foreign key (answer_id, from_question_id) references answer (id, question_id),
  add constraint skip_target_question foreign key (target_question_id, survey_id) references question (id, survey_id),
  add constraint skip_target_section foreign key (target_section_id, survey_id) references section (id, survey_id),
  add column value_folded text generated always as (fold(value #>> '{}')) stored;
create index on skip using gin (value_folded gin_trgm_ops);
