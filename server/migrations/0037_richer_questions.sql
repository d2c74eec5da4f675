-- Forms, edits, rankings and multiple choice; reminders, escalation, quorum and delegation.
-- The previous version writes only the three kinds that the old check allowed.
alter table questions drop constraint questions_kind_check;
alter table questions add constraint questions_known_kind check (kind in
  ('text', 'choice', 'approval', 'form', 'edit', 'rank', 'multi_choice')) not valid;

-- {"fields", "draft", "default_answer", "remind_after_seconds", "escalate", "quorum", "subject"}:
-- only those that the sender gave. Not jsonb: the fields of a form keep their order.
alter table questions add column details json not null default '{}';
-- How the person who answered proved who they are: session, api-key, mail-link, slack …
alter table questions add column authenticated_by text;
-- Reminders and escalations: when the next one is due, and how many are done.
alter table questions add column nudge_at timestamptz(3);
alter table questions add column nudges_done integer not null default 0;
-- allow index-lock: questions are few, and deleted together with their notifications.
create index questions_nudges on questions (nudge_at) where status = 'open' and nudge_at is not null;

-- People besides the one first asked: members of a quorum, those a question was escalated or
-- delegated to. For a quorum also the votes.
create table question_people (
  workspace_id integer not null references workspaces on delete cascade,
  question_id uuid not null,
  user_id integer not null references users on delete cascade,
  reason text not null check (reason in ('asked', 'quorum', 'escalated', 'delegated')),
  -- Who delegated it to them.
  delegated_by integer,
  -- Set once they passed it on; they can no longer answer.
  delegated_to integer,
  answer jsonb,
  answered_via text,
  authenticated_by text,
  answered_at timestamptz(3),
  added_at timestamptz(3) not null,
  primary key (workspace_id, question_id, user_id),
  foreign key (workspace_id, question_id) references questions (workspace_id, id) on delete cascade
);
create index question_people_user on question_people (user_id);

-- A reminder, or the notification of a further person: it shows the question of this notification.
alter table notifications add column question_of uuid;

alter table question_people enable row level security;
create policy one_workspace on question_people to atelier_tenant using (workspace_id = current_workspace());
grant select, insert, update, delete on question_people to atelier_tenant;
