-- Folders of assets. A folder of a teamspace belongs to it, as assets do. Names are unique among the
-- siblings that a person sees. No index can check that, because the folders of a deleted teamspace
-- become the workspace's and may then stand beside one of the same name.
create table asset_folders (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  space_id integer,
  parent_id uuid,
  name text not null,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, space_id) references teamspaces (workspace_id, id)
    on delete set null (space_id),
  foreign key (workspace_id, parent_id) references asset_folders (workspace_id, id)
);
create index asset_folders_space on asset_folders (workspace_id, space_id) where space_id is not null;

alter table asset_folders enable row level security;
create policy one_workspace on asset_folders to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on asset_folders to atelier_tenant;

-- Null: the top level.
alter table assets add column folder_id uuid;
alter table assets add constraint assets_folder_fkey foreign key (workspace_id, folder_id)
  references asset_folders (workspace_id, id) on delete set null (folder_id) not valid;
alter table assets validate constraint assets_folder_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index assets_folder on assets (workspace_id, folder_id, created_at desc, id)
  where folder_id is not null;
