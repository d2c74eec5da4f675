-- Secrets that have to be readable are sealed: they begin with `sealed:`. Those of the version before
-- stay in clear, and readable, until none of its processes runs. Then they are sealed, and versions
-- without this migration refuse to start. SECURITY.md lists the columns.

-- The cleanup reads the whole table, which is small.
drop index workflow_triggers_clear_secrets;
