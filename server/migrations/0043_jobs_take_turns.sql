-- Workspaces take turns in each queue. Jobs of no workspace, and those of a process of the version
-- before, count as one workspace.
alter table jobs add column workspace_id integer not null default 0;
-- allow index-lock: the table has only unfinished jobs, so it is small.
create index jobs_turns on jobs (queue, workspace_id, due_at) where failed_at is null;
