-- Tasks that come again: each is a row of its own, and their series says when the next one comes.
create table pm_task_series (
  id uuid primary key,
  workspace_id integer not null,
  board_id uuid not null,
  -- {"rrule", "tz", "mode"}
  recurrence jsonb not null,
  -- The day from which the rule counts, and the day of the last task.
  first_day date not null,
  last_day date not null,
  last_task_id uuid not null,
  -- Values that were changed for the last task only; the next task has these again.
  held jsonb not null default '{}',
  -- For whom the next task is created.
  actor jsonb not null,
  -- When the next task is due to be created; null if it waits for a completion, or the series has ended.
  next_at timestamptz(3),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade
);
create index pm_task_series_due on pm_task_series (next_at) where next_at is not null;
create index pm_task_series_board on pm_task_series (workspace_id, board_id);

alter table pm_task_series enable row level security;
create policy one_workspace on pm_task_series to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on pm_task_series to atelier_tenant;

alter table pm_tasks add column series_id uuid;
alter table pm_tasks add column recurrence jsonb;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index pm_tasks_series on pm_tasks (series_id) where series_id is not null;
