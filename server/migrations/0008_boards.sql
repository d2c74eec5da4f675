-- The project manager: boards, their columns, tasks, what happened to them, and comments.

-- For `search`: parts of words, by index. Trusted since PostgreSQL 13, so the owner of the database
-- may make it.
create extension if not exists pg_trgm;

create table pm_boards (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- The teamspace that it belongs to. No foreign key: when the space is deleted, its boards stay with
  -- the administrators instead of opening to everyone.
  space_id integer,
  slug text not null,
  title text not null,
  description text not null,
  -- 0 private, 1 protected, 2 public
  access smallint not null check (access between 0 and 2),
  extra jsonb not null,
  -- Counted along in the transactions of the tasks, so that reading a board costs the same always.
  tasks_count integer not null default 0,
  -- The last number given to a task; numbers are not given twice.
  last_number integer not null default 0,
  creator_id integer references users on delete set null,
  modifier_id integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (workspace_id, id)
);
create index pm_boards_workspace on pm_boards (workspace_id, created_at desc, id) where deleted_at is null;

-- Every slug that a board has or had: links to it go on working after it was renamed.
create table pm_board_slugs (
  workspace_id integer not null,
  slug text not null,
  board_id uuid not null,
  primary key (workspace_id, slug),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade
);
create index pm_board_slugs_board on pm_board_slugs (board_id);

create table pm_board_members (
  workspace_id integer not null,
  board_id uuid not null,
  user_id integer not null,
  created_at timestamptz(3) not null,
  primary key (board_id, user_id),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index pm_board_members_user on pm_board_members (workspace_id, user_id);

-- The columns of a board.
create table pm_statuses (
  id uuid primary key,
  workspace_id integer not null,
  board_id uuid not null,
  title text not null,
  description text not null,
  color text not null,
  -- From 0, without gaps.
  position integer not null,
  category text not null check (category in ('backlog', 'todo', 'in_progress', 'done')),
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Deleted tasks still refer to it.
  deleted_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade
);
create index pm_statuses_board on pm_statuses (board_id, position) where deleted_at is null;

create table pm_fields (
  id uuid primary key,
  workspace_id integer not null,
  board_id uuid not null,
  -- What values are found under in custom_fields; never changes.
  key text not null,
  name text not null,
  kind text not null check (kind in ('text', 'number', 'date', 'select', 'checkbox', 'url', 'person')),
  -- ["Small", "Large"], for a select
  options jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (board_id, key),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade
);

create table pm_tags (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  name text not null,
  color text not null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id)
);
create unique index pm_tags_name on pm_tags (workspace_id, lower(name));

create table pm_tasks (
  id uuid primary key,
  workspace_id integer not null,
  board_id uuid not null,
  -- With the board's slug it makes the task's: LAUNCH-12.
  number integer not null,
  status_id uuid not null,
  parent_id uuid,
  title text not null,
  description text not null,
  rich_description jsonb,
  start_date date,
  due_date date,
  priority text check (priority in ('low', 'medium', 'high', 'urgent')),
  task_type text not null,
  complete boolean not null,
  completed_at timestamptz(3),
  estimated_hours double precision,
  -- Place in the column: a key between those of its neighbours, so that moving one touches no other.
  sort_key text collate "C" not null,
  extra jsonb not null,
  custom_fields jsonb not null,
  -- [{"id": …, "title": …, "done": …, "order": …}], in order
  checklist jsonb not null,
  -- How many entries pm_activity has of it; the last one's seq.
  activity_count integer not null,
  creator_id integer references users on delete set null,
  modifier_id integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, status_id) references pm_statuses (workspace_id, id),
  foreign key (workspace_id, parent_id) references pm_tasks (workspace_id, id)
);
create index pm_tasks_column on pm_tasks (status_id, sort_key) where deleted_at is null;
create index pm_tasks_board on pm_tasks (board_id, created_at desc, id) where deleted_at is null;
create index pm_tasks_workspace on pm_tasks (workspace_id, created_at desc, id) where deleted_at is null;
create index pm_tasks_due on pm_tasks (workspace_id, due_date) where due_date is not null and deleted_at is null;
create index pm_tasks_parent on pm_tasks (parent_id) where parent_id is not null;
create index pm_tasks_text on pm_tasks using gin ((' ' || title || ' ' || description) gin_trgm_ops);

-- Every number that a task has or had, on this board or another: its links go on working.
create table pm_task_numbers (
  workspace_id integer not null,
  board_id uuid not null,
  number integer not null,
  task_id uuid not null,
  primary key (board_id, number),
  foreign key (workspace_id, board_id) references pm_boards (workspace_id, id) on delete cascade,
  foreign key (workspace_id, task_id) references pm_tasks (workspace_id, id) on delete cascade
);
create index pm_task_numbers_task on pm_task_numbers (task_id);

-- Who leaves the workspace stays in what was assigned to them: it is part of the task's history.
create table pm_task_assignees (
  workspace_id integer not null,
  task_id uuid not null,
  user_id integer not null references users on delete cascade,
  primary key (task_id, user_id),
  foreign key (workspace_id, task_id) references pm_tasks (workspace_id, id) on delete cascade
);
create index pm_task_assignees_user on pm_task_assignees (workspace_id, user_id);

create table pm_task_tags (
  workspace_id integer not null,
  task_id uuid not null,
  tag_id integer not null,
  primary key (task_id, tag_id),
  foreign key (workspace_id, task_id) references pm_tasks (workspace_id, id) on delete cascade,
  foreign key (workspace_id, tag_id) references pm_tags (workspace_id, id)
);
create index pm_task_tags_tag on pm_task_tags (workspace_id, tag_id);

-- Without a foreign key to the asset: deleting a file does not change the task behind its history's back.
create table pm_task_attachments (
  workspace_id integer not null,
  task_id uuid not null,
  asset_id uuid not null,
  -- In the order in which they came.
  position integer generated always as identity,
  primary key (task_id, asset_id),
  foreign key (workspace_id, task_id) references pm_tasks (workspace_id, id) on delete cascade
);

-- The source blocks, relates to or duplicates the target.
create table pm_dependencies (
  workspace_id integer not null,
  source_id uuid not null,
  target_id uuid not null,
  relation text not null check (relation in ('BLOCKS', 'RELATES_TO', 'DUPLICATES')),
  created_at timestamptz(3) not null,
  primary key (source_id, target_id, relation),
  foreign key (workspace_id, source_id) references pm_tasks (workspace_id, id) on delete cascade,
  foreign key (workspace_id, target_id) references pm_tasks (workspace_id, id) on delete cascade,
  check (source_id <> target_id)
);
create index pm_dependencies_target on pm_dependencies (target_id);

-- What happened to a task, one row a change. seq is dense (1, 2, 3 …) and given under the lock of the
-- task's row, so a page is a range of this index, wherever it is, and stays the same page.
create table pm_activity (
  workspace_id integer not null,
  task_id uuid not null,
  seq integer not null,
  id bigint generated always as identity,
  verb text not null,
  actor jsonb not null,
  object jsonb not null,
  changes jsonb not null,
  comment text,
  comment_id integer,
  request_id text,
  created_at timestamptz(3) not null,
  primary key (task_id, seq),
  foreign key (workspace_id, task_id) references pm_tasks (workspace_id, id) on delete cascade
);

create table comments (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- What it is about: "task" and the task's id.
  content_type text not null check (content_type in ('task')),
  object_pk text not null,
  parent_id integer,
  author_id integer references users on delete set null,
  -- {"id", "name", "kind", "via"}: the person or the agent that wrote it.
  author jsonb not null,
  comment text not null,
  mentions integer[] not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  unique (workspace_id, id),
  foreign key (workspace_id, parent_id) references comments (workspace_id, id)
);
create index comments_object on comments (workspace_id, content_type, object_pk, id);
create index comments_parent on comments (parent_id) where parent_id is not null;

do $$
declare name text;
begin
  foreach name in array array['pm_boards', 'pm_board_slugs', 'pm_board_members', 'pm_statuses', 'pm_fields',
    'pm_tags', 'pm_tasks', 'pm_task_numbers', 'pm_task_assignees', 'pm_task_tags', 'pm_task_attachments',
    'pm_dependencies', 'comments']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;

-- What happened cannot be changed afterwards.
alter table pm_activity enable row level security;
create policy one_workspace on pm_activity to atelier_tenant using (workspace_id = current_workspace());
grant select, insert on pm_activity to atelier_tenant;

-- Row-level security keeps PostgreSQL from using an index with an operator that might tell of rows it
-- should not see, and ILIKE is one. So the search runs as the owner of the table and filters by itself,
-- on the workspace that the connection is set to, whatever the caller says. EXECUTE plans it with the
-- pattern in sight.
create function pm_tasks_matching(pattern text) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp rows 100
as $$
begin
  return query execute 'select id from pm_tasks
    where workspace_id = current_workspace() and deleted_at is null
      and ('' '' || title || '' '' || description) ilike $1' using pattern;
end $$;
revoke all on function pm_tasks_matching from public;
grant execute on function pm_tasks_matching to atelier_tenant;
