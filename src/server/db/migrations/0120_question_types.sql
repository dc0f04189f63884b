-- The types that questions may have: the migration writes those of domain/question-types.ts, so no list is kept twice.
create table question_type (type text primary key);
revoke insert, update, delete on question_type from canvass_app;
insert into question_type select distinct type from question;

alter table question
  drop constraint question_type_check,
  add constraint question_type_known foreign key (type) references question_type;
