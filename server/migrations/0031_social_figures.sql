-- Figures that networks report about accounts and posts, by day. A figure that a network does not
-- report is null, never zero.
create table social_account_figures (
  workspace_id integer not null,
  account_id integer not null,
  day date not null,
  followers bigint,
  -- Totals over the posts that were published here.
  likes bigint,
  shares bigint,
  replies bigint,
  fetched_at timestamptz(3) not null,
  primary key (workspace_id, account_id, day),
  foreign key (workspace_id, account_id) references social_accounts (workspace_id, id) on delete cascade
);

-- A row only for days on which something changed.
create table social_post_figures (
  workspace_id integer not null,
  account_id integer not null,
  post_id bigint not null references social_posts on delete cascade,
  day date not null,
  likes bigint,
  shares bigint,
  replies bigint,
  primary key (post_id, day),
  foreign key (workspace_id, account_id) references social_accounts (workspace_id, id) on delete cascade
);
create index social_post_figures_account on social_post_figures (workspace_id, account_id, post_id, day);

-- When the figures of an account are fetched next.
alter table social_accounts add column figures_due_at timestamptz(3) default now();
-- allow index-lock: an installation has few accounts, and they rarely change.
create index social_accounts_figures on social_accounts (figures_due_at)
  where disconnected_at is null and network <> 'webhook';

alter table social_account_figures enable row level security;
create policy one_workspace on social_account_figures to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on social_account_figures to atelier_tenant;
alter table social_post_figures enable row level security;
create policy one_workspace on social_post_figures to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on social_post_figures to atelier_tenant;
