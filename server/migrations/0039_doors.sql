-- Chat apps and mailboxes through which people answer questions.
create table connections (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  kind text not null check (kind in ('slack', 'telegram', 'discord', 'imap')),
  name text not null,
  -- What the app says about itself: team, bot name, application id.
  settings jsonb not null,
  -- Tokens and signing secrets, encrypted.
  secrets text not null,
  last_error text,
  -- Where to continue reading: the next update of Telegram, the last message of a mailbox.
  position text,
  -- The process that listens, for connections without a public address.
  listener text,
  listening_until timestamptz(3),
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  unique (workspace_id, id)
);
create index connections_workspace on connections (workspace_id, created_at, id);

-- A person's account in a chat app.
create table door_links (
  id uuid primary key,
  workspace_id integer not null,
  connection_id uuid not null,
  user_id integer not null,
  account_id text not null,
  account_name text not null,
  -- Where the app writes to them.
  channel_id text not null,
  created_at timestamptz(3) not null,
  unique (connection_id, account_id),
  unique (connection_id, user_id),
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index door_links_user on door_links (workspace_id, user_id);

-- One-time codes that connect a person's account. Only hashes are stored.
create table door_codes (
  code_hash text primary key,
  workspace_id integer not null,
  connection_id uuid not null,
  user_id integer not null,
  expires_at timestamptz(3) not null,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade,
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);

-- A question as it stands in a person's chat.
create table door_messages (
  id uuid primary key,
  workspace_id integer not null,
  question_id uuid not null,
  connection_id uuid not null,
  user_id integer not null,
  channel_id text not null,
  -- Null until the app has accepted it.
  message_id text,
  -- The state that the message shows: open, or who answered.
  shown text,
  attempts integer not null default 0,
  last_error text,
  busy_until timestamptz(3),
  created_at timestamptz(3) not null,
  unique (question_id, connection_id, user_id),
  foreign key (workspace_id, question_id) references questions (workspace_id, id) on delete cascade,
  foreign key (workspace_id, connection_id) references connections (workspace_id, id) on delete cascade
);
create index door_messages_place on door_messages (connection_id, channel_id, message_id);

-- Updates that were handled, so that a replay does nothing.
create table door_updates (
  scope text not null,
  update_id text not null,
  seen_at timestamptz(3) not null,
  primary key (scope, update_id)
);
create index door_updates_age on door_updates (seen_at);

-- allow do-block: it protects and grants only tables of this migration.
do $$
declare name text;
begin
  foreach name in array array['connections', 'door_links', 'door_codes', 'door_messages']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
