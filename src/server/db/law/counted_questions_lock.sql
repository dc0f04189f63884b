-- Held by a publication that adds questions to those that are counted, and shared by all that read `counted_answers`.
create or replace function counted_questions_lock() returns bigint language sql immutable as $$
  select hashtextextended('questions of answer_counter', 0)
$$;
