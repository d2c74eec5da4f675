-- Everything made under a `Space` belongs to that teamspace, as boards and projects already do.
-- Null: the whole workspace's. The records of a deleted teamspace become the workspace's.

alter table tasks add column space_id integer;
alter table tasks add constraint tasks_space_fkey foreign key (workspace_id, space_id)
  references teamspaces (workspace_id, id) on delete set null (space_id) not valid;
alter table tasks validate constraint tasks_space_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index tasks_space on tasks (workspace_id, space_id) where space_id is not null;

alter table assets add column space_id integer;
alter table assets add constraint assets_space_fkey foreign key (workspace_id, space_id)
  references teamspaces (workspace_id, id) on delete set null (space_id) not valid;
alter table assets validate constraint assets_space_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index assets_space on assets (workspace_id, space_id) where space_id is not null;

alter table voices add column space_id integer;
alter table voices add constraint voices_space_fkey foreign key (workspace_id, space_id)
  references teamspaces (workspace_id, id) on delete set null (space_id) not valid;
alter table voices validate constraint voices_space_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index voices_space on voices (workspace_id, space_id) where space_id is not null;

alter table transcriptions add column space_id integer;
alter table transcriptions add constraint transcriptions_space_fkey foreign key (workspace_id, space_id)
  references teamspaces (workspace_id, id) on delete set null (space_id) not valid;
alter table transcriptions validate constraint transcriptions_space_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index transcriptions_space on transcriptions (workspace_id, space_id) where space_id is not null;

alter table videos add column space_id integer;
alter table videos add constraint videos_space_fkey foreign key (workspace_id, space_id)
  references teamspaces (workspace_id, id) on delete set null (space_id) not valid;
alter table videos validate constraint videos_space_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index videos_space on videos (workspace_id, space_id) where space_id is not null;

alter table social_posts add column space_id integer;
alter table social_posts add constraint social_posts_space_fkey foreign key (workspace_id, space_id)
  references teamspaces (workspace_id, id) on delete set null (space_id) not valid;
alter table social_posts validate constraint social_posts_space_fkey;
-- allow index-lock: the column is new, so the index is empty and only the scan takes time.
create index social_posts_space on social_posts (workspace_id, space_id) where space_id is not null;
