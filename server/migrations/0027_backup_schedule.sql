-- One row: when the next scheduled backup is due, and how the last one ended. Only processes with
-- backup settings look at it.
create table backup_schedule (
  id integer primary key default 1 check (id = 1),
  due_at timestamptz not null default now(),
  lease uuid,
  attempts integer not null default 0,
  last_success_at timestamptz,
  last_backup text,
  last_error text
);
insert into backup_schedule default values;
