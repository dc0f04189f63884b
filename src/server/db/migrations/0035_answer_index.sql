-- What lists find and sort responses by: the answers to filterable questions. Keys carry the survey and there are no
-- triggers, as for responses (0011_responses.sql).

-- The questions whose answers are kept here. Publishing adds them; a question that was once added stays.
create table indexed_question (
  survey_id bigint not null references survey on delete cascade,
  question_id bigint not null,
  code text not null,
  -- WORD: codes of options. TEXT: without regard to case and accents. DAY and MOMENT: seconds since 1970, in UTC.
  kind text not null check (kind in ('WORD', 'TEXT', 'NUMBER', 'DAY', 'MOMENT')),
  -- Some version calls it personal.
  personal boolean not null,
  primary key (survey_id, question_id)
);

create table answer_index (
  survey_id bigint not null,
  form_id bigint not null,
  question_id bigint not null,
  -- Of several options chosen.
  place smallint not null,
  word text collate "C",
  number double precision,
  primary key (survey_id, form_id, question_id, place),
  constraint answer_index_value check ((word is null) <> (number is null)),
  foreign key (survey_id, form_id) references form on delete cascade
);
create index answer_index_word on answer_index (survey_id, question_id, word, form_id) where word is not null;
create index answer_index_number on answer_index (survey_id, question_id, number, form_id) where number is not null;

-- The values of one answer as they are indexed; none for a file or a point.
create function index_values(answer jsonb, kind text) returns table (place smallint, word text, number double precision)
  language sql stable parallel safe as $$
  select place::smallint,
    case kind when 'WORD' then left(value, 200) when 'TEXT' then left(fold(value), 200) end,
    case kind
      when 'NUMBER' then value::double precision
      when 'DAY' then (value::date - date '1970-01-01') * 86400.0
      when 'MOMENT' then extract(epoch from value::timestamptz)
    end
  from jsonb_array_elements_text(case
    when jsonb_typeof(answer) = 'array' then answer
    when jsonb_typeof(answer) = 'number' or jsonb_typeof(answer) = 'string' and kind <> 'NUMBER' then jsonb_build_array(answer)
    else '[]' end) with ordinality each (value, place)
$$;

-- Questions that surveys had published by now.
insert into indexed_question (survey_id, question_id, code, kind, personal)
select survey_id, (question ->> 'id')::bigint, min(question ->> 'code'), min(kind), bool_or((question ->> 'personal')::boolean)
from survey_version version, jsonb_path_query(version.content, '$.sections[*] ? (!exists(@.repeat) || @.repeat == null).questions[*]') question,
  lateral (select case
    when question ->> 'type' in ('SINGLE', 'MULTIPLE', 'RANK', 'YES_NO') then 'WORD'
    when question ->> 'type' in ('TEXT', 'LONG_TEXT', 'PHONE', 'TIME', 'ADMIN_UNIT', 'SITE') then 'TEXT'
    when question ->> 'type' in ('INTEGER', 'DECIMAL', 'RATING') then 'NUMBER'
    when question ->> 'type' = 'DATE' then 'DAY'
    when question ->> 'type' = 'DATETIME' then 'MOMENT' end as kind) as of_type
where kind is not null
group by 1, 2 having bool_or((question ->> 'filterable')::boolean);

insert into answer_index (survey_id, form_id, question_id, place, word, number)
select doc.survey_id, doc.id, asked.question_id, each.place, each.word, each.number
from indexed_question asked join form_doc doc using (survey_id),
  lateral index_values(doc.answers -> asked.question_id::text, asked.kind) each;
