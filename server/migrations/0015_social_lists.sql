-- Drafts and posts by tag. By date and by group there are indexes already.
create index social_posts_tags on social_posts using gin (workspace_id, tags);

-- The ids of posts of the current workspace that have a tag, at most so many, in any order. It runs
-- as the owner of the table for the reason that social_matches does.
create function social_tagged(accounts integer[], statuses text[], tag text, most integer)
  returns setof bigint language plpgsql stable security definer
  set search_path from current set enable_seqscan = off set enable_indexscan = off
  set enable_indexonlyscan = off
  as $$
begin
  return query select id from social_posts
  where workspace_id = current_workspace() and tags @> array[tag]
    and account_id = any(accounts) and status = any(statuses) limit most;
end $$;
revoke execute on function social_tagged from public;
grant execute on function social_tagged to atelier_tenant;
