-- Tells each receiver what it wants to hear, in the transaction of what happened. The query of a trigger has the events.
create or replace function tell_webhooks() returns trigger language plpgsql security definer set search_path = public, pg_temp set jit = off as $$
begin
  if exists (select from webhook) then
    execute concat('insert into webhook_delivery (webhook_id, event, subject_id, about)
      select w.id, e.event, e.id, e.about from (', tg_argv[0], ') e (event, id, survey_id, about)
      join webhook w on e.event = any(w.events) and (w.survey_ids is null or e.survey_id = any(w.survey_ids)) order by e.id') using new;
  end if;
  return null;
end $$;
create or replace trigger tell_received after insert on form referencing new table as n for each statement execute function tell_webhooks('select ''response.received'',
  id, survey_id, jsonb_build_object(''surveyId'', survey_id, ''responseId'', id, ''status'', status, ''version'', row_version) from n where status = ''RECEIVED'' and not is_pilot');
create or replace trigger tell_moved after update on form referencing old table as o new table as n for each statement execute function tell_webhooks('select
  case n.status when ''HAS_ISSUES'' then ''response.returned'' when ''RECEIVED'' then ''response.reopened'' when ''IN_REVIEW'' then ''response.reopened'' else ''response.'' || lower(n.status) end,
  id, survey_id, jsonb_build_object(''surveyId'', survey_id, ''responseId'', id, ''status'', n.status, ''version'', n.row_version) from n join o using (survey_id, id)
  where not n.is_pilot and (n.status <> o.status or n.status = ''EDITED'' and n.row_version > o.row_version)
    and (n.status not in (''RECEIVED'', ''IN_REVIEW'') or o.status in (''HAS_ISSUES'', ''APPROVED'', ''REJECTED''))');
create or replace trigger tell_life after update of status on survey for each row when (old.status <> new.status and new.status in ('PUBLISHED', 'CLOSED')) execute function
  tell_webhooks('select ''survey.'' || lower($1.status), $1.id, $1.id, jsonb_build_object(''surveyId'', $1.id, ''encodedId'', $1.encoded_id, ''status'', $1.status)');
create or replace trigger tell_outcome after update on payable referencing old table as o new table as n for each statement execute function tell_webhooks('select
  case n.status when ''FAILED'' then ''payment.failed'' else ''payment.paid'' end, id, n.survey_id, jsonb_build_object(''surveyId'', n.survey_id, ''paymentId'', id, ''status'', n.status,
  ''version'', n.version) from n join o using (id) where n.status in (''SUCCESSFUL'', ''FAILED'') and o.status not in (n.status, ''REVERSING'')');
create or replace trigger tell_incident after insert on incident for each row execute function tell_webhooks('select ''payment.incident'', p.id, p.survey_id,
  jsonb_build_object(''surveyId'', p.survey_id, ''paymentId'', p.id, ''kind'', $1.kind) from payable p where p.id = $1.payable_id');
create or replace trigger tell_done after update of state on job for each row when (new.state = 'DONE' and old.state <> 'DONE')
  execute function tell_webhooks('select ''job.done'', $1.id, null::bigint, jsonb_build_object(''jobId'', $1.id, ''kind'', $1.kind)');
