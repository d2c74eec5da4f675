-- Runs are evaluated only when they advance: what people see of one is written down then.
create table workflow_run_views (
  run_id uuid primary key,
  workspace_id integer not null,
  round integer not null,
  -- [[path, status, error], …] in the order of the document.
  steps json not null,
  foreign key (workspace_id, run_id) references workflow_runs (workspace_id, id) on delete cascade
);

-- Who works on which run now. A row that nobody renews was left by a process that died over the run.
-- Unlogged: it costs no disk, and after a crash of the database nobody is at fault.
create unlogged table workflow_turns (
  run_id uuid primary key,
  workspace_id integer not null,
  process_id uuid not null,
  -- Of the run when the turn began: a greater one means that the run has come further since.
  revision integer not null,
  deaths integer not null,
  renewed_at timestamptz(3) not null,
  foreign key (workspace_id, run_id) references workflow_runs (workspace_id, id) on delete cascade
);

alter table workflow_run_views enable row level security;
create policy one_workspace on workflow_run_views to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on workflow_run_views to atelier_tenant;

-- Only those who advance runs have anything to do with turns.
alter table workflow_turns enable row level security;
create policy one_workspace on workflow_turns to atelier_tenant using (workspace_id = current_workspace());
