-- Extensions get a schema of their own, so that the schema of the tables can move to another machine.
-- Indexes refer to their operators by identity, not by name. An administrator may have installed them
-- for the whole server; then they stay where they are.
create schema if not exists extensions;
-- allow do-block: it only moves extensions, which no statement of a running process names.
do $$
declare
  name text;
begin
  foreach name in array array['pg_trgm', 'btree_gin'] loop
    execute format('alter extension %I set schema extensions', name);
  end loop;
exception when insufficient_privilege then null;
end $$;
