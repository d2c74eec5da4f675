-- The agent that made a key, and so has it too; see `Actor.agentId`. Null if a person made it.
alter table api_keys add column agent_id text;
with recursive chain as (
  select id, 'key:' || id as agent_id from api_keys where parent_id is null
  union all
  select k.id, c.agent_id from api_keys k join chain c on k.parent_id = c.id
)
update api_keys k set agent_id = c.agent_id from chain c where c.id = k.id and k.parent_id is not null;

-- Who asked: {"type", "id", "name", "on_behalf_of"}. Null for questions from before.
alter table questions add column asked_by jsonb;
-- The agent that asked; null for a person.
alter table questions add column asking_agent text;
-- What proved who answered: {"strength", "statement"}. Null for answers from before.
alter table questions add column authentication jsonb;
alter table question_people add column authentication jsonb;

-- The previous version writes only the two values that the old check allowed.
alter table questions drop constraint questions_answerable_by_check;
alter table questions add constraint questions_known_answerers
  check (answerable_by in ('session', 'credential', 'user', 'anyone')) not valid;
