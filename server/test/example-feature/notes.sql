create table notes (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  text text not null,
  -- Null until the job has counted them.
  words integer,
  created_at timestamptz(3) not null
);
create index notes_workspace on notes (workspace_id, created_at desc, id);

alter table notes enable row level security;
create policy one_workspace on notes to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on notes to atelier_tenant;
