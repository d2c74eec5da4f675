-- A link is good until it is used or too old, whatever was made since: every start of the server, the
-- terminal and the sign-in page make one, and nobody should end another's by asking for one more.
alter table sign_in_links
  drop constraint sign_in_links_pkey,
  drop constraint sign_in_links_token_hash_key,
  add primary key (token_hash);
create index sign_in_links_user on sign_in_links (user_id);
