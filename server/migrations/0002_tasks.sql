-- Asynchronous work. The queue (schema pgboss) only says that there is something to do; what to do,
-- for whom, and how far it has come, is here.
create table tasks (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  kind text not null,
  lane text not null,
  status text not null check
    (status in ('PENDING', 'STARTED', 'PROGRESS', 'RETRY', 'SUCCESS', 'FAILURE', 'REVOKED')),
  input jsonb not null,
  actor jsonb not null,
  result jsonb,
  errors jsonb,
  percent integer not null default 0,
  stage text,
  -- Grows with every change; a follower of the task asks for what is after the last one it saw.
  version integer not null default 1,
  attempts integer not null default 0,
  webhook_url text,
  created_at timestamptz(3) not null,
  started_at timestamptz(3),
  finished_at timestamptz(3),
  -- When it may run; later than now while it waits for another attempt.
  run_after timestamptz not null default now(),
  -- The worker that has it renews the lease; one whose lease has run out has lost it.
  lease_token uuid,
  lease_until timestamptz
);
create index tasks_waiting on tasks (lane, workspace_id, created_at, id) where finished_at is null;
create index tasks_workspace on tasks (workspace_id, created_at desc, id);
create index tasks_finished on tasks (finished_at) where finished_at is not null;

-- Whose turn it is: the workspace that has waited longest for a start comes next.
create table task_turns (
  workspace_id integer not null references workspaces on delete cascade,
  lane text not null,
  last_started_at timestamptz not null,
  primary key (workspace_id, lane)
);

alter table tasks enable row level security;
create policy one_workspace on tasks to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update on tasks to atelier_tenant;

alter table task_turns enable row level security;
create policy one_workspace on task_turns to atelier_tenant using (workspace_id = current_workspace());

-- Signs what is sent to a workspace's webhooks. Kept in clear: an HMAC needs the secret itself.
create table webhook_secrets (
  workspace_id integer primary key references workspaces on delete cascade,
  secret text not null,
  previous_secret text,
  created_at timestamptz(3) not null
);
alter table webhook_secrets enable row level security;
create policy one_workspace on webhook_secrets to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update on webhook_secrets to atelier_tenant;
