-- Accounts on social networks, drafts and posts for them, and when posts go out.

-- Search finds any part of a text, within one workspace, at any size. Both come with PostgreSQL and
-- may be created by the owner of the database.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table social_accounts (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  network text not null check (network in ('mastodon', 'bluesky', 'webhook')),
  name text not null,
  -- Where it is: the instance, the service, or the address of the webhook.
  address text not null,
  -- Who it is over there, as the network says: {"id", "handle", "name", "url"}; null until it was asked.
  identity jsonb,
  -- What lets us post; never shown again. Empty once the account is disconnected.
  credentials jsonb not null,
  -- What the network takes: {"message", "media"}, and how it counts.
  limits jsonb not null,
  is_active boolean not null,
  verified_at timestamptz(3),
  last_error text,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- A disconnected account stays, so that what was posted there can still be read.
  disconnected_at timestamptz(3),
  unique (workspace_id, id)
);
create index social_accounts_workspace on social_accounts (workspace_id, id) where disconnected_at is null;

-- A draft becomes a post and keeps its id: both are here, and the status tells which.
create table social_posts (
  id bigint generated always as identity primary key,
  workspace_id integer not null,
  account_id integer not null,
  -- What was written for several accounts at once.
  group_id uuid not null,
  status text not null check (status in ('draft', 'scheduled', 'publishing', 'published', 'failed')),
  message text not null,
  -- [{"asset_id" | "url", "description"}]
  media jsonb not null,
  tags text[] not null,
  -- Texts that follow the post as replies.
  comments jsonb not null,
  -- Free JSON by network, as it came.
  additional jsonb not null,
  date timestamptz(3),
  -- The zone that the date was said in.
  timezone text not null,
  -- Whether the date is a slot of the queue.
  queued boolean not null,
  -- Message and tags in lower case, for search.
  search_text text not null,
  created_by integer references users on delete set null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Publishing. Who holds the lease may send; when it is over, another looks what has become of it.
  attempts integer not null default 0,
  lease uuid,
  lease_until timestamptz(3),
  nudged_at timestamptz(3),
  -- For the post and each comment: {"attempted_at", "id", "url", …}; written before and after sending.
  sent jsonb not null default '[]',
  published_at timestamptz(3),
  url text,
  error text,
  -- It failed, and it is not known whether it is out all the same.
  uncertain boolean not null default false,
  foreign key (workspace_id, account_id) references social_accounts (workspace_id, id) on delete cascade
);

-- One for each order that lists come in. A list of several accounts is put together from the first
-- few of each.
create index social_posts_created on social_posts (workspace_id, account_id, status, created_at, id);
create index social_posts_updated on social_posts (workspace_id, account_id, status, updated_at, id);
create index social_posts_date on social_posts (workspace_id, account_id, status, date, id);
-- A whole message may be longer than an entry of an index can be.
create index social_posts_message on social_posts (workspace_id, account_id, status, left(search_text, 60), id);
create index social_posts_id on social_posts (workspace_id, account_id, status, id);
create index social_posts_group on social_posts (workspace_id, group_id);
create index social_posts_due on social_posts (date) where status = 'scheduled';
create index social_posts_stuck on social_posts (lease_until) where status = 'publishing';
-- By parts of words, within a workspace, and if that is wanted among a stretch of 32,768 ids only.
create index social_posts_search on social_posts
  using gin (workspace_id, ((id >> 15)::integer), search_text gin_trgm_ops);

-- The ids of posts of the current workspace that match a pattern, at most so many, in any order; with
-- `stretches`, only those among the given stretches of ids.
--
-- Row-level security keeps the index from being used: PostgreSQL does not let "like" see a row
-- before the policy has. So this runs as the owner of the table and asks for the workspace itself,
-- by the same function as the policy. The settings leave the planner no way but the index: what a
-- pattern finds it cannot guess.
create function social_matches(accounts integer[], statuses text[], pattern text, stretches integer[], most integer)
  returns setof bigint language plpgsql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off
  as $$
begin
  if stretches is null then
    return query select id from social_posts
    where workspace_id = current_workspace() and search_text like pattern
      and account_id = any(accounts) and status = any(statuses) limit most;
  else
    return query select id from social_posts
    where workspace_id = current_workspace() and search_text like pattern
      and (id >> 15)::integer = any(stretches)
      and account_id = any(accounts) and status = any(statuses) limit most;
  end if;
end $$;
revoke execute on function social_matches from public;
grant execute on function social_matches to atelier_tenant;

-- How many posts of a status an account has, as a sum of rows: whoever adds or removes posts adds a
-- row, so that nobody waits for anybody; the service makes one row of many from time to time.
-- Counting five million drafts would take half a second for every page.
create table social_counts (
  workspace_id integer not null,
  account_id integer not null,
  status text not null,
  count bigint not null,
  is_sum boolean not null default false
);
create index social_counts_account on social_counts (workspace_id, account_id, status) include (count);
create index social_counts_loose on social_counts (workspace_id, account_id, status) where not is_sum;

create function count_social_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into social_counts
    select workspace_id, account_id, status, count(*) from added group by 1, 2, 3;
  elsif tg_op = 'DELETE' then
    insert into social_counts
    select workspace_id, account_id, status, -count(*) from gone group by 1, 2, 3;
  else
    insert into social_counts
    select workspace_id, account_id, status, sum(change) from (
      select workspace_id, account_id, status, 1 as change from added
      union all
      select workspace_id, account_id, status, -1 from gone
    ) changes
    group by 1, 2, 3 having sum(change) <> 0;
  end if;
  return null;
end $$;
create trigger social_posts_added after insert on social_posts
  referencing new table as added for each statement execute function count_social_posts();
create trigger social_posts_gone after delete on social_posts
  referencing old table as gone for each statement execute function count_social_posts();
create trigger social_posts_changed after update on social_posts
  referencing new table as added old table as gone
  for each statement execute function count_social_posts();

-- When an account posts what was put into its queue.
create table social_queue_slots (
  id integer generated always as identity primary key,
  workspace_id integer not null,
  account_id integer not null,
  weekday text not null check (weekday in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
  -- "09:30", as clocks in the zone show it.
  time text not null,
  timezone text not null,
  created_at timestamptz(3) not null,
  foreign key (workspace_id, account_id) references social_accounts (workspace_id, id) on delete cascade
);
create unique index social_queue_slots_time on social_queue_slots (account_id, weekday, time, timezone);
create index social_queue_slots_account on social_queue_slots (workspace_id, account_id);

-- Names that posts can be tagged with; a post keeps the names themselves.
create table social_tags (
  id integer generated always as identity primary key,
  workspace_id integer not null references workspaces on delete cascade,
  name text not null,
  created_at timestamptz(3) not null
);
create unique index social_tags_name on social_tags (workspace_id, lower(name));

do $$
declare name text;
begin
  foreach name in array array['social_accounts', 'social_posts', 'social_counts', 'social_queue_slots', 'social_tags']
  loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy one_workspace on %I to atelier_tenant using (workspace_id = current_workspace())', name);
    execute format('grant select, insert, update, delete on %I to atelier_tenant', name);
  end loop;
end $$;
