-- Engines elsewhere that a workspace has chosen over the embedded ones. The settings hold the key
-- for that engine: it has to be sent, so it cannot be kept as a hash; it is never shown.
create table workspace_engines (
  workspace_id integer not null references workspaces on delete cascade,
  purpose text not null,
  settings jsonb not null,
  updated_by integer references users on delete set null,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, purpose)
);

alter table workspace_engines enable row level security;
create policy one_workspace on workspace_engines to atelier_tenant
  using (workspace_id = current_workspace());
grant select, insert, update, delete on workspace_engines to atelier_tenant;
