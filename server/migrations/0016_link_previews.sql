-- What pages of the web say of themselves, so that not every message that links to one fetches it. Of each organization's
-- own: who fetched a page fast could otherwise tell what others link to.
create table link_preview (
  realm_id int not null references realm,
  url text not null,
  fetched_at timestamptz not null,
  -- Null: there was nothing to show, or the page was not to be had.
  embed jsonb,
  primary key (realm_id, url)
);
create index link_preview_fetched_at on link_preview (fetched_at);
