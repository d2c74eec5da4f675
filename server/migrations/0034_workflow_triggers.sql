-- Triggers start runs by themselves: on a schedule, after an event, or when a webhook arrives.

create table workflow_triggers (
  id uuid primary key,
  workspace_id integer not null,
  workflow_id uuid not null,
  kind text not null check (kind in ('schedule', 'event', 'webhook')),
  title text not null,
  is_active boolean not null,
  -- A template of the input of a run.
  input json not null,
  overlap text not null check (overlap in ('skip', 'queue', 'allow', 'replace')),
  dedupe_key text,
  -- The fields that belong to its kind.
  settings jsonb not null,
  -- An event type, or a prefix that ends with `.*`.
  event_pattern text,
  -- Only hashes of the tokens are kept. Signing secrets have to be readable.
  token_hash text,
  previous_token_hash text,
  secret text,
  previous_secret text,
  previous_until timestamptz(3),
  -- For whom its runs act: the last person who changed what it does.
  actor jsonb not null,
  created_by jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Null unless it is an active schedule with a time to come.
  next_fire_at timestamptz(3),
  last_fired_at timestamptz(3),
  last_outcome text,
  unique (workspace_id, id),
  foreign key (workspace_id, workflow_id) references workflows (workspace_id, id) on delete cascade
);
create index workflow_triggers_of_workflow on workflow_triggers (workflow_id, created_at, id);
create index workflow_triggers_due on workflow_triggers (next_fire_at) where next_fire_at is not null;
create index workflow_triggers_events on workflow_triggers (workspace_id, event_pattern)
  where is_active and event_pattern is not null;
create unique index workflow_triggers_token on workflow_triggers (token_hash) where token_hash is not null;
create index workflow_triggers_previous_token on workflow_triggers (previous_token_hash)
  where previous_token_hash is not null;

create table workflow_trigger_firings (
  id uuid primary key,
  workspace_id integer not null,
  trigger_id uuid not null,
  fired_at timestamptz(3) not null,
  scheduled_for timestamptz(3),
  outcome text not null check (outcome in ('started', 'skipped', 'queued', 'failed')),
  reason text,
  run_id uuid,
  -- The `seq` of the event.
  event_id bigint,
  -- The scheduled time, the event or the delivery: each fires once, whatever crashes.
  source_key text not null,
  dedupe_key text,
  -- The input of the run, while it is queued.
  input json,
  chain_length integer not null,
  -- When a debounced firing starts its run, and when the first event of its burst came.
  due_at timestamptz(3),
  burst_at timestamptz(3),
  unique (trigger_id, source_key),
  foreign key (workspace_id, trigger_id) references workflow_triggers (workspace_id, id) on delete cascade
);
create unique index workflow_trigger_firings_dedupe on workflow_trigger_firings (trigger_id, dedupe_key)
  where dedupe_key is not null;
create index workflow_trigger_firings_newest on workflow_trigger_firings (trigger_id, fired_at desc, id desc);
create index workflow_trigger_firings_queued on workflow_trigger_firings (trigger_id, fired_at, id)
  where outcome = 'queued';
create index workflow_trigger_firings_due on workflow_trigger_firings (due_at) where due_at is not null;
create index workflow_trigger_firings_age on workflow_trigger_firings (fired_at);

-- The trigger that started a run, and how many triggered runs led to it, one from the other.
alter table workflow_runs add column trigger_id uuid;
alter table workflow_runs add column chain_length integer not null default 0;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index workflow_runs_of_trigger on workflow_runs (trigger_id)
  where trigger_id is not null and status in ('RUNNING', 'PAUSED');

alter table workflow_triggers enable row level security;
create policy one_workspace on workflow_triggers to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on workflow_triggers to atelier_tenant;
alter table workflow_trigger_firings enable row level security;
create policy one_workspace on workflow_trigger_firings to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on workflow_trigger_firings to atelier_tenant;
