-- Workflows: documents in versions, and runs of them with what every step did.

create table workflows (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  slug text not null,
  -- The newest version; the rows of workflow_versions never change.
  version integer not null,
  title text not null,
  description text not null,
  inputs json not null,
  -- Whether agents are shown it among what they may start.
  is_listed boolean not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Its runs go on and can be read.
  deleted_at timestamptz(3),
  unique (workspace_id, id)
);
create unique index workflows_slug on workflows (workspace_id, slug) where deleted_at is null;
create index workflows_newest on workflows (workspace_id, created_at desc, id desc);

create table workflow_versions (
  workspace_id integer not null,
  workflow_id uuid not null,
  version integer not null,
  definition json not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  primary key (workflow_id, version),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);

create table workflow_runs (
  id uuid primary key,
  workspace_id integer not null,
  workflow_id uuid not null,
  -- A run stays on the version that it began with.
  version integer not null,
  status text not null check
    (status in ('RUNNING', 'PAUSED', 'COMPLETED', 'FAILED', 'TERMINATED', 'TIMED_OUT')),
  -- Counts restarts; the steps of earlier rounds are kept.
  round integer not null default 1,
  -- Grows with every change, for those who follow the run.
  revision integer not null default 1,
  correlation_id text not null,
  source text,
  idempotency_key text,
  request_hash text,
  input json not null,
  output json not null,
  reason text,
  -- For whom the run acts; what it may do is looked up anew each time.
  actor jsonb not null,
  parent_run_id uuid references workflow_runs on delete cascade,
  parent_path text,
  depth integer not null default 0,
  created_at timestamptz(3) not null,
  started_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  ended_at timestamptz(3),
  paused_at timestamptz(3),
  deadline_at timestamptz(3) not null,
  -- When to look at it again, whatever happens: timers, timeouts, and jobs that were lost.
  wake_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);
create unique index workflow_runs_key on workflow_runs (workflow_id, idempotency_key) where idempotency_key is not null;
create index workflow_runs_newest on workflow_runs (workspace_id, created_at desc, id desc);
create index workflow_runs_of_workflow on workflow_runs (workflow_id, created_at desc, id desc);
create index workflow_runs_status on workflow_runs (workspace_id, status, created_at desc, id desc);
create index workflow_runs_due on workflow_runs (wake_at) where wake_at is not null;
create index workflow_runs_parent on workflow_runs (parent_run_id) where parent_run_id is not null;
create index workflow_runs_age on workflow_runs (ended_at) where ended_at is not null;

create table workflow_steps (
  run_id uuid not null,
  round integer not null,
  -- "cut", or "each[3].cut" inside a loop.
  path text not null,
  workspace_id integer not null,
  type text not null,
  status text not null check
    (status in ('running', 'waiting', 'retrying', 'completed', 'failed', 'cancelled')),
  attempts integer not null,
  input json not null,
  output json,
  error jsonb,
  -- What it waits for: a task, transcription, video, question or run.
  waits_type text,
  waits_id text,
  wake_at timestamptz(3),
  deadline_at timestamptz(3),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (run_id, round, path),
  foreign key (workspace_id, run_id) references workflow_runs (workspace_id, id) on delete cascade
);
create index workflow_steps_waiting on workflow_steps (waits_type, waits_id) where status = 'waiting';

do $$
declare name text;
begin
  foreach name in array array['workflows', 'workflow_versions', 'workflow_runs', 'workflow_steps']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
