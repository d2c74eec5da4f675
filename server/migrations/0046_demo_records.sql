-- What the demo created in a workspace: the operation that removes each record, with its input.
create table demo_records (
  workspace_id integer not null references workspaces on delete cascade,
  id bigint generated always as identity,
  undo jsonb not null,
  primary key (workspace_id, id),
  unique (workspace_id, undo)
);

alter table demo_records enable row level security;
create policy one_workspace on demo_records to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, delete on demo_records to atelier_tenant;
