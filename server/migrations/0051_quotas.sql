-- What a workspace may store and do, and what it uses.

-- Limits that the operator set for one workspace. Null: unlimited. Without a row, the installation's
-- limit applies. Only the operator writes them, outside the workspace.
create table workspace_quotas (
  workspace_id integer not null references workspaces on delete cascade,
  name text not null,
  max bigint,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, name)
);
alter table workspace_quotas enable row level security;
create policy one_workspace on workspace_quotas to atelier_tenant using (workspace_id = current_workspace());
grant select on workspace_quotas to atelier_tenant;

-- Rates: how often something happened in the current window, which the first time opens. Counted
-- here and not among the records, because deleting those must not make room.
create table quota_windows (
  workspace_id integer not null references workspaces on delete cascade,
  name text not null,
  -- The hash of the recipient, for a rate per recipient. Otherwise empty.
  subject text not null,
  used integer not null,
  ends_at timestamptz(3) not null,
  primary key (workspace_id, name, subject)
);
create index quota_windows_age on quota_windows (ends_at);
alter table quota_windows enable row level security;
create policy one_workspace on quota_windows to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update on quota_windows to atelier_tenant;

-- The bytes of all revisions and items.
alter table projects add column bytes bigint not null default 0;
update projects p set bytes =
  (select coalesce(sum(octet_length(r.data)), 0) from project_revisions r where r.project_id = p.id)
  + (select coalesce(sum(octet_length(i.data)), 0) from project_items i where i.project_id = p.id)
where p.bytes = 0;

-- What a run goes back to through all triggers and parents: "event:<seq>" or "run:<id>". Null for a
-- run that nothing caused.
alter table workflow_runs add column root_cause text;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index workflow_runs_root on workflow_runs (workspace_id, root_cause) where root_cause is not null;
-- Of a firing that waits, for the run that it starts.
alter table workflow_trigger_firings add column root_cause text;

-- Adds up the bytes of a workspace without reading its assets.
-- allow index-lock: an upload waits at most for one scan of the assets.
create index assets_bytes on assets (workspace_id) include (bytes);
