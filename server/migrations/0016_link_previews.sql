-- Metadata of web pages, so that a page is not fetched for each message that links to it. It is stored per
-- organization: otherwise a user could find out from the speed of a preview what other organizations link to.
create table link_preview (
  realm_id int not null references realm,
  url text not null,
  fetched_at timestamptz not null,
  -- Null: the page has no metadata, or could not be fetched.
  embed jsonb,
  primary key (realm_id, url)
);
create index link_preview_fetched_at on link_preview (fetched_at);
