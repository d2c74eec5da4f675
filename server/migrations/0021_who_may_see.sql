-- Who may read an event, beside `user_id` (one person, and nobody else). All null: every member.
alter table events
  -- These people and the administrators. 0 stands for every member who is not a guest.
  add user_ids integer[],
  -- Those who see the board. No foreign key: the event outlives it.
  add board_id uuid,
  -- The members of the teamspace.
  add space_id integer;

-- Events from before this rule: whom a conversation concerned is not on them, so only administrators
-- keep reading those.
update events set user_ids = '{}' where user_id is null and (type = 'thread.message'
  or type = 'delivery.failed' or type like 'question.%' or type like 'api\_key.%'
  or type like 'webhook\_subscription.%' or type like 'chat\_webhook.%');
update events set board_id = (data ->> 'board')::uuid where type like 'pm\_task.%';
update events set board_id = (object ->> 'id')::uuid where type like 'pm\_board.%';
update events e set space_id = p.space_id from projects p
where p.space_id is not null and p.workspace_id = e.workspace_id
  and e.type like any (array['project.%', 'project\_item.%'])
  and coalesce(e.data ->> 'project_id', e.object ->> 'id') = coalesce(p.uuid::text, p.id::text);

-- Who belongs to a thread: whoever began it, whom it was addressed to, and whom they brought in.
create table thread_members (
  workspace_id integer not null,
  thread_id text not null,
  user_id integer not null,
  created_at timestamptz(3) not null,
  primary key (workspace_id, thread_id, user_id),
  foreign key (workspace_id, user_id) references memberships (workspace_id, user_id) on delete cascade
);
create index thread_members_user on thread_members (workspace_id, user_id);
alter table thread_members enable row level security;
create policy one_workspace on thread_members to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on thread_members to atelier_tenant;

-- The same rule for threads that exist: the first notification, then whatever a member has sent.
with recursive sent as (
  select workspace_id, thread_id, (sender ->> 'id')::int as sender_id, user_id, created_at,
    row_number() over (partition by workspace_id, thread_id order by created_at, id) as place
  from notifications where thread_id is not null
), belongs as (
  select s.workspace_id, s.thread_id, u.user_id
  from sent s cross join lateral (values (s.sender_id), (s.user_id)) as u (user_id)
  where s.place = 1
  union
  select s.workspace_id, s.thread_id, s.user_id from belongs b
    join sent s on s.workspace_id = b.workspace_id and s.thread_id = b.thread_id
      and s.sender_id = b.user_id
)
insert into thread_members (workspace_id, thread_id, user_id, created_at)
select b.workspace_id, b.thread_id, b.user_id, now()
from belongs b join memberships m on m.workspace_id = b.workspace_id and m.user_id = b.user_id;

-- Whether the credential that made a subscription could read notifications: the subscription does not
-- see more than it could.
alter table webhook_subscriptions add sees_personal boolean not null default true;

-- What the credential allowed that saved a version. Null: whatever the author's role allows.
alter table workflow_versions add author_permissions text[];

-- Whom a run is bounded by beside its starter: the authors of its version and of the versions that
-- started it. [{"id": 3, "name": "Mia Berg", "permissions": ["boards:read"]}]
alter table workflow_runs add authors jsonb not null default '[]';
update workflow_runs r set authors = jsonb_build_array(jsonb_build_object(
  'id', v.created_by -> 'id', 'name', v.created_by -> 'name', 'permissions', null))
from workflow_versions v where v.workflow_id = r.workflow_id and v.version = r.version;
