-- What agents tell people, how it reached them, and what they answered.

-- An event that concerns one person only; the others of the workspace do not see it.
alter table events add column user_id integer references users on delete cascade;
create index events_person on events (workspace_id, user_id, seq) where user_id is not null;

create table notifications (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null,
  category text not null,
  title text not null,
  message text not null,
  body text,
  link text,
  cta_label text,
  thread_id text,
  -- As it was sent, to the order of its keys.
  extra json not null,
  sender jsonb not null,
  -- Whether it is in the person's list; progress, for one, is only told to open windows.
  in_app boolean not null,
  seen_at timestamptz(3),
  read_at timestamptz(3),
  archived_at timestamptz(3),
  snoozed_until timestamptz(3),
  created_at timestamptz(3) not null,
  unique (workspace_id, id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index notifications_inbox on notifications (workspace_id, user_id, created_at desc, id desc) where in_app;
create index notifications_unread on notifications (workspace_id, user_id, category) where in_app and read_at is null and archived_at is null;
create index notifications_thread on notifications (workspace_id, thread_id, created_at) where thread_id is not null;
create index notifications_age on notifications (created_at);

-- One row for each way that a notification goes; the receipts, and the work that is left.
create table deliveries (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  notification_id uuid not null,
  user_id integer not null,
  category text not null,
  channel text not null check (channel in ('in_app', 'websocket', 'email', 'chat', 'push')),
  -- Where to, for people: an address, the name of a channel or of a browser.
  target text not null,
  -- The chat webhook or push subscription that it goes through.
  target_id uuid,
  status text not null check
    (status in ('queued', 'attempted', 'sent', 'failed', 'captured', 'seen', 'read', 'answered')),
  attempts integer not null default 0,
  -- Why it waits, failed, or went another way than usual.
  reason text,
  -- Held back until then: quiet hours, or a digest that is being gathered.
  deliver_after timestamptz(3),
  digest boolean not null default false,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  foreign key (workspace_id, notification_id) references notifications (workspace_id, id) on delete cascade
);
create index deliveries_notification on deliveries (notification_id);
create index deliveries_log on deliveries (workspace_id, created_at desc, id desc);
create index deliveries_digest on deliveries (workspace_id, user_id, category, channel) where digest and status = 'queued';

create table notification_preferences (
  workspace_id integer not null,
  user_id integer not null,
  -- {"agentNudge": ["email"]}: ways that the person does not want for a category.
  switched_off jsonb not null,
  -- {"start": "22:00", "end": "07:00"}, in the person's zone; null for none.
  quiet_hours jsonb,
  -- {"categories": ["agentNudge"], "after": 3, "minutes": 15}; null for none.
  digest jsonb,
  -- Null: the workspace's.
  timezone text,
  updated_at timestamptz(3) not null,
  primary key (workspace_id, user_id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);

create table thread_mutes (
  workspace_id integer not null,
  user_id integer not null,
  thread_id text not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, user_id, thread_id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);

-- What people and agents write in a thread, beside notifications and answers.
create table thread_messages (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  thread_id text not null,
  author jsonb not null,
  text text not null,
  created_at timestamptz(3) not null
);
create index thread_messages_thread on thread_messages (workspace_id, thread_id, created_at);

create table questions (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  notification_id uuid not null,
  thread_id text not null,
  user_id integer not null,
  kind text not null check (kind in ('text', 'choice', 'approval')),
  -- [{"value": "a", "label": "The first"}], for a choice.
  options jsonb not null,
  -- Who may answer: the person who was asked (and administrators), or anyone in the workspace.
  answerable_by text not null check (answerable_by in ('user', 'anyone')),
  status text not null check (status in ('open', 'answered', 'expired', 'cancelled')),
  -- {"value": …, "comment": …}
  answer jsonb,
  answered_by jsonb,
  answered_via text,
  webhook_url text,
  expires_at timestamptz(3),
  created_at timestamptz(3) not null,
  -- When it was answered, expired or was withdrawn, and its place among what ended in the thread.
  ended_at timestamptz(3),
  ended_seq bigint,
  unique (workspace_id, id),
  foreign key (workspace_id, notification_id) references notifications (workspace_id, id) on delete cascade
);
create sequence questions_ended_seq;
create unique index questions_notification on questions (notification_id);
create index questions_thread on questions (workspace_id, thread_id, ended_seq);
create index questions_open on questions (workspace_id, user_id, created_at) where status = 'open';
create index questions_expiry on questions (expires_at) where status = 'open' and expires_at is not null;

-- Mails as they went out, or as they would have: without a mail server they are kept to be read here.
create table mails (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  user_id integer not null references users on delete cascade,
  delivery_id uuid references deliveries on delete cascade,
  status text not null check (status in ('sending', 'sent', 'captured')),
  from_address text not null,
  to_address text not null,
  subject text not null,
  html text not null,
  text text not null,
  headers jsonb not null,
  created_at timestamptz(3) not null
);
create index mails_person on mails (workspace_id, user_id, created_at desc, id desc);
create unique index mails_delivery on mails (delivery_id);

-- The team's channels; every workspace has agent-alerts.
create table chat_messages (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  channel text not null,
  notification_id uuid,
  author jsonb not null,
  title text,
  -- Markdown
  text text not null,
  link text,
  cta_label text,
  extra json not null,
  created_at timestamptz(3) not null
);
create index chat_messages_channel on chat_messages (workspace_id, channel, created_at desc, id desc);
create unique index chat_messages_notification on chat_messages (notification_id) where notification_id is not null;

-- Where messages of a channel are forwarded to.
create table chat_webhooks (
  id uuid primary key,
  workspace_id integer not null references workspaces on delete cascade,
  channel text not null,
  kind text not null check (kind in ('slack', 'mattermost', 'discord')),
  name text not null,
  -- Whoever knows it can post, so it is never shown whole again.
  url text not null,
  is_active boolean not null default true,
  -- Why the service switched it off, or what went wrong last.
  last_error text,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null
);
create index chat_webhooks_channel on chat_webhooks (workspace_id, channel);

-- Browsers that a person has turned on push in.
create table push_subscriptions (
  id uuid primary key,
  workspace_id integer not null,
  user_id integer not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- "Firefox on Linux", as the console names it.
  label text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create unique index push_subscriptions_endpoint on push_subscriptions (workspace_id, user_id, md5(endpoint));

-- A browser cannot send an Authorization header with a WebSocket; it trades a ticket for one.
create table socket_tickets (
  token_hash text primary key,
  workspace_id integer not null references workspaces on delete cascade,
  -- The credential that asked for it, as Actor.credentialId names it; the socket lives no longer.
  credential_id text not null,
  space_id integer,
  expires_at timestamptz(3) not null
);

do $$
declare name text;
begin
  foreach name in array array['notifications', 'deliveries', 'notification_preferences', 'thread_mutes',
    'thread_messages', 'questions', 'mails', 'chat_messages', 'chat_webhooks', 'push_subscriptions',
    'socket_tickets']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
grant usage on sequence questions_ended_seq to atelier_tenant;
