-- PostgreSQL plans the search of drafts and posts by itself, and lists count up to a limit: the
-- counters that triggers kept, and the ranges of ids in the index, are no longer needed.
drop trigger social_posts_added on social_posts;
drop trigger social_posts_gone on social_posts;
drop trigger social_posts_changed on social_posts;
drop function count_social_posts;
drop table social_counts;
drop function social_matches;
drop function social_tagged;
drop index social_posts_search;
drop index social_posts_tags;

-- For any combination of workspace, tag and parts of words.
create index social_posts_search on social_posts
  using gin (workspace_id, tags, search_text gin_trgm_ops);

-- The ids of matching posts in the current workspace, at most `max_rows`, in any order. An argument
-- that is null is no condition.
--
-- Row-level security keeps PostgreSQL from using an index with LIKE and @>, which might reveal rows
-- before the policy has checked them. So this function runs as the owner of the table and filters on
-- the workspace by the same function as the policy. EXECUTE plans the query for these arguments.
create function social_posts_matching(accounts integer[], statuses text[], pattern text, tag text,
  date_from timestamptz, date_to timestamptz, max_rows integer)
  returns setof bigint language plpgsql stable security definer set search_path from current
as $$
begin
  return query execute 'select id from social_posts where workspace_id = current_workspace()
      and account_id = any($1) and status = any($2)'
    || case when pattern is null then '' else ' and search_text like $3' end
    || case when tag is null then '' else ' and tags @> array[$4]' end
    || case when date_from is null then '' else ' and date >= $5' end
    || case when date_to is null then '' else ' and date < $6' end
    || ' limit $7'
    using accounts, statuses, pattern, tag, date_from, date_to, max_rows;
end $$;
revoke execute on function social_posts_matching from public;
grant execute on function social_posts_matching to atelier_tenant;

-- The same for transcripts, which are long.
create index transcriptions_search on transcriptions using gin (workspace_id, text gin_trgm_ops);

create function transcriptions_matching(pattern text)
  returns setof uuid language plpgsql stable security definer set search_path from current
as $$
begin
  return query execute 'select id from transcriptions
    where workspace_id = current_workspace() and text ilike $1' using pattern;
end $$;
revoke execute on function transcriptions_matching from public;
grant execute on function transcriptions_matching to atelier_tenant;
