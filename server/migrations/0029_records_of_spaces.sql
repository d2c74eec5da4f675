-- Everything made under a `Space` belongs to that teamspace, as boards and projects already do.
-- Null: the whole workspace's. The records of a deleted teamspace become the workspace's.
do $$
declare name text;
begin
  foreach name in array array['tasks', 'assets', 'voices', 'transcriptions', 'videos', 'social_posts'] loop
    execute format('alter table %I add space_id integer', name);
    execute format('alter table %I add foreign key (workspace_id, space_id)
      references teamspaces (workspace_id, id) on delete set null (space_id)', name);
    execute format('create index %I on %I (workspace_id, space_id) where space_id is not null',
      name || '_space', name);
  end loop;
end $$;

-- Stored counts by teamspace, so that a list still counts without reading the posts.
alter table social_counts add space_id integer;

create or replace function count_social_posts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into social_counts (workspace_id, account_id, status, space_id, count)
    select workspace_id, account_id, status, space_id, count(*) from added group by 1, 2, 3, 4;
  elsif tg_op = 'DELETE' then
    insert into social_counts (workspace_id, account_id, status, space_id, count)
    select workspace_id, account_id, status, space_id, -count(*) from gone group by 1, 2, 3, 4;
  else
    insert into social_counts (workspace_id, account_id, status, space_id, count)
    select workspace_id, account_id, status, space_id, sum(change) from (
      select workspace_id, account_id, status, space_id, 1 as change from added
      union all
      select workspace_id, account_id, status, space_id, -1 from gone
    ) changes
    group by 1, 2, 3, 4 having sum(change) <> 0;
  end if;
  return null;
end $$;
