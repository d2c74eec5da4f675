-- What changed a task last: a person, an agent with a person's key, or the service itself, and by what
-- name. On the task itself, so that a board of thousands is read without a look at their activity.
alter table pm_tasks add modifier_kind text not null default 'system'
    check (modifier_kind in ('user', 'agent', 'system')),
  add modifier_name text not null default '';
update pm_tasks t set modifier_kind = a.actor ->> 'kind', modifier_name = a.actor ->> 'name'
from pm_activity a where a.task_id = t.id and a.seq = t.activity_count;
alter table pm_tasks alter modifier_kind drop default, alter modifier_name drop default;

-- What kind of file a recording is, so that it can be played. Null where it is not known.
alter table transcriptions add content_type text;
