-- Who outside of the service is told of events, what was sent there, and how it was answered.

create table webhook_subscriptions (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  url text not null,
  description text not null,
  -- "task.succeeded", "pm_task.*" or "*".
  event_types text[] not null,
  -- {"object_type", "object_id", "data": {"board": "…"}}; null lets everything through.
  filter jsonb,
  is_active boolean not null,
  -- Why the service has switched it off.
  disabled_reason text,
  -- In clear: an HMAC needs the secret itself. Both sign until the previous one has had its time.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz(3),
  -- Since when there was nothing but failures.
  failing_since timestamptz(3),
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, id)
);
create index webhook_subscriptions_workspace on webhook_subscriptions (workspace_id, created_at, id);
-- Asked for every batch of events; most workspaces have none.
create index webhook_subscriptions_active on webhook_subscriptions (workspace_id) where is_active;

create table webhook_deliveries (
  id uuid primary key,
  workspace_id integer not null,
  subscription_id uuid not null,
  -- Null for a test. What is sent is read from the event when it is sent.
  event_seq bigint,
  event_type text not null,
  -- What a test sends.
  payload jsonb,
  status text not null check (status in ('queued', 'sending', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- When it is tried next; while it is being sent, when another may take it over.
  due_at timestamptz(3) not null,
  -- Whoever sends it may say how it ended.
  lease uuid,
  -- How the last try ended.
  status_code integer,
  reason text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, subscription_id)
    references webhook_subscriptions (workspace_id, id) on delete cascade
);
-- An event goes to a subscription once; whoever wants it again gets it under the same id.
create unique index webhook_deliveries_event on webhook_deliveries (subscription_id, event_seq);
create index webhook_deliveries_due on webhook_deliveries (subscription_id, due_at)
  where status in ('queued', 'sending');
create index webhook_deliveries_overdue on webhook_deliveries (due_at)
  where status in ('queued', 'sending');
create index webhook_deliveries_workspace on webhook_deliveries (workspace_id, created_at desc, id desc);
create index webhook_deliveries_subscription
  on webhook_deliveries (workspace_id, subscription_id, created_at desc, id desc);
create index webhook_deliveries_age on webhook_deliveries (updated_at)
  where status in ('delivered', 'failed');

create table webhook_attempts (
  id bigint generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  started_at timestamptz(3) not null,
  duration_ms integer not null,
  -- Null when there was no answer.
  status_code integer,
  -- The beginning of what was answered.
  response text,
  -- What was wrong; null when it was taken.
  reason text
);
create index webhook_attempts_delivery on webhook_attempts (delivery_id, id);
create index webhook_attempts_workspace on webhook_attempts (workspace_id);

do $$
declare name text;
begin
  foreach name in array array['webhook_subscriptions', 'webhook_deliveries', 'webhook_attempts']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
