-- URLs that programs for Slack post to. Only the hash of the secret is kept.
create table incoming_webhooks (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  channel text not null,
  name text not null,
  secret_hash text not null,
  -- Messages are posted as this person, who must still be allowed to.
  created_by integer not null references users on delete cascade,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index incoming_webhooks_workspace on incoming_webhooks (workspace_id, created_at, id);
create index incoming_webhooks_creator on incoming_webhooks (created_by);

alter table incoming_webhooks enable row level security;
create policy one_workspace on incoming_webhooks to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on incoming_webhooks to atelier_tenant;
