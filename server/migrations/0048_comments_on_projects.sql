-- Comments can be about a project: "project" and its id, which is a UUID or a number.
alter table comments drop constraint comments_content_type_check;
alter table comments add constraint comments_content_type_check
  check (content_type in ('task', 'project')) not valid;
