-- What agents and people keep about campaigns, brands, plans and documents.

-- Types that workspaces have added to the built-in ones.
create table project_types (
  workspace_id integer not null references workspaces on delete cascade,
  resourcetype text not null,
  id_kind text not null check (id_kind in ('uuid', 'integer')),
  title text not null,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null
);
create unique index project_types_name on project_types (workspace_id, lower(resourcetype));

create table projects (
  id integer generated always as identity primary key,
  -- What a project is called by where its type has ids of kind uuid; the others by the row's number.
  uuid uuid unique,
  workspace_id integer not null references workspaces on delete cascade,
  resourcetype text not null,
  space_id integer,
  title text not null,
  description text not null,
  primary_type text not null,
  -- Which of project_revisions stands; it holds the data.
  revision integer not null,
  creator integer references users on delete set null,
  modifier integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (workspace_id, id),
  -- The projects of a teamspace that is deleted are the whole workspace's.
  foreign key (workspace_id, space_id) references teamspaces (workspace_id, id) on delete set null (space_id)
);
-- With the space in them, so that lists are counted without a look at the rows.
create index projects_newest on projects (workspace_id, resourcetype, created_at desc, id desc)
  include (space_id) where deleted_at is null;
create index projects_changed on projects (workspace_id, resourcetype, updated_at desc, id desc)
  include (space_id) where deleted_at is null;
create index projects_deleted on projects (workspace_id, resourcetype, created_at desc, id desc)
  include (space_id) where deleted_at is not null;
create index projects_space on projects (workspace_id, space_id) where space_id is not null;

-- Every version of every project, whole. The history is only ever added to.
create table project_revisions (
  project_id integer not null,
  workspace_id integer not null,
  revision integer not null,
  title text not null,
  description text not null,
  primary_type text not null,
  -- The JSON as it was sent: jsonb would sort its keys and rewrite its numbers.
  data text not null,
  action text not null check (action in ('created', 'updated', 'merged', 'reverted')),
  -- What the writer of a merged change had read, or the revision that was gone back to.
  from_revision integer,
  changed text[] not null,
  paths text[] not null,
  actor jsonb not null,
  request_id text,
  created_at timestamptz(3) not null,
  primary key (project_id, revision),
  foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade
);

create table project_items (
  id uuid primary key,
  workspace_id integer not null,
  project_id integer not null,
  title text not null,
  description text not null,
  primary_type text not null,
  start_date date,
  due_date date,
  status text not null,
  priority integer,
  "order" integer not null,
  data text not null,
  creator integer references users on delete set null,
  modifier integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, project_id) references projects (workspace_id, id) on delete cascade
);
create index project_items_order on project_items (workspace_id, project_id, "order", created_at, id);

do $$
declare name text;
begin
  foreach name in array array['project_types', 'projects', 'project_revisions', 'project_items'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
  end loop;
end $$;
grant select, insert, update on projects to atelier_tenant;
grant select, insert on project_revisions to atelier_tenant;
grant select, insert, update, delete on project_items to atelier_tenant;
grant select, insert, update, delete on project_types to atelier_tenant;
