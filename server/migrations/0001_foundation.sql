-- People, workspaces, credentials, events.
--
-- Every table with a workspace_id is locked twice: queries filter on it, and row-level security
-- shows the role atelier_tenant only the rows of the workspace that its connection is set to.
-- The owner of the tables (credentials, outbox, housekeeping) sees everything.

-- A user who may not create roles is helped by whoever may: "create role atelier_tenant nologin;
-- grant atelier_tenant to …" beforehand. PostgreSQL refuses "create role" before it looks whether
-- the role is there, and since 16 tells membership (member) from becoming the role (set).
do $$ begin
  if not exists (select from pg_roles where rolname = 'atelier_tenant') then
    create role atelier_tenant nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role('atelier_tenant',
    case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end)
  then
    execute format('grant atelier_tenant to %I', current_user);
  end if;
end $$;
grant usage on schema public to atelier_tenant;

-- Raises when no workspace is set: a statement in no scope fails loudly instead of finding nothing.
create function current_workspace() returns integer
  language sql stable parallel safe
  return current_setting('atelier.workspace_id')::integer;

create table users (
  id integer generated always as identity primary key,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  password_hash text,
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create unique index users_email on users (lower(email));

create table workspaces (
  id integer generated always as identity primary key,
  name text not null,
  slug text not null unique,
  is_active boolean not null default true,
  settings jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);

create table memberships (
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  role text not null check (role in ('owner', 'admin', 'member', 'guest')),
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id)
);
create index memberships_user on memberships (user_id);

create table teamspaces (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  name text not null,
  slug text not null,
  is_active boolean not null default true,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (workspace_id, slug),
  unique (workspace_id, id)
);

create table teamspace_members (
  workspace_id integer not null,
  teamspace_id integer not null,
  user_id integer not null,
  created_at timestamptz(3) not null,
  primary key (teamspace_id, user_id),
  foreign key (workspace_id, teamspace_id) references teamspaces (workspace_id, id) on delete cascade,
  -- Who leaves the workspace leaves its teamspaces.
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index teamspace_members_user on teamspace_members (workspace_id, user_id);

create table invitations (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  email text not null,
  role text not null check (role in ('admin', 'member', 'guest')),
  teamspace_ids integer[] not null default '{}',
  token_hash text not null unique,
  invited_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  accepted_at timestamptz(3)
);
create unique index invitations_open on invitations (workspace_id, lower(email)) where accepted_at is null;

create table api_keys (
  id uuid primary key,
  workspace_id integer not null,
  user_id integer not null,
  name text not null,
  prefix text not null,
  key_hash text not null unique,
  scopes text[] not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index api_keys_workspace on api_keys (workspace_id, created_at desc, id);

-- A person who has signed in. Belongs to no workspace: the Organization header chooses one.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  access_hash text not null unique,
  access_expires_at timestamptz(3) not null,
  refresh_expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  created_at timestamptz(3) not null
);
create index sessions_user on sessions (user_id);

-- Used refresh tokens stay, so that a stolen one that comes back ends the session.
create table refresh_tokens (
  token_hash text primary key,
  session_id uuid not null references sessions on delete cascade,
  used_at timestamptz(3)
);
create index refresh_tokens_session on refresh_tokens (session_id);

-- The outbox. Rows are written in the transaction of the change they tell of; `seq` is given
-- afterwards by one dispatcher at a time, so its order is the order in which readers may see them
-- and a reader who has seen n has seen everything before n.
create table events (
  id bigint generated always as identity primary key,
  seq bigint unique,
  workspace_id integer not null references workspaces on delete cascade,
  type text not null,
  actor jsonb not null,
  object jsonb not null,
  data jsonb not null,
  request_id text,
  created_at timestamptz(3) not null
);
create sequence events_seq;
create index events_waiting on events (id) where seq is null;
create index events_workspace on events (workspace_id, seq);
create index events_age on events (created_at);

create table idempotency_keys (
  credential_id text not null,
  key_hash text not null,
  operation_id text not null,
  request_hash text not null,
  status integer not null,
  headers jsonb not null,
  body bytea not null,
  created_at timestamptz(3) not null,
  primary key (credential_id, key_hash)
);
create index idempotency_keys_age on idempotency_keys (created_at);

alter table workspaces enable row level security;
create policy one_workspace on workspaces to atelier_tenant using (id = current_workspace());
grant select, update on workspaces to atelier_tenant;

alter table users enable row level security;
-- Not "exists": PostgreSQL would load every membership of the workspace to look for one.
create policy members_only on users for select to atelier_tenant using (
  (
    select true from memberships m
    where m.user_id = users.id and m.workspace_id = current_workspace()
  )
);
grant select (id, email, first_name, last_name, is_active, created_at, updated_at) on users to atelier_tenant;

alter table memberships enable row level security;
create policy one_workspace on memberships to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on memberships to atelier_tenant;

alter table teamspaces enable row level security;
create policy one_workspace on teamspaces to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on teamspaces to atelier_tenant;

alter table teamspace_members enable row level security;
create policy one_workspace on teamspace_members to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on teamspace_members to atelier_tenant;

alter table invitations enable row level security;
create policy one_workspace on invitations to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on invitations to atelier_tenant;

alter table api_keys enable row level security;
create policy one_workspace on api_keys to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update on api_keys to atelier_tenant;

alter table events enable row level security;
create policy one_workspace on events to atelier_tenant using (workspace_id = current_workspace());
grant select, insert on events to atelier_tenant;
