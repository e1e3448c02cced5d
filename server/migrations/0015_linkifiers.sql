-- Linkifiers: patterns of text that becomes a link without markup, such as the number of an issue.
create table linkifier (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- If two linkifiers match the same text, the one with the smaller position creates the link.
  position int not null,
  -- A regular expression in RE2 syntax, with named groups.
  pattern text not null,
  -- A URL template (RFC 6570) with the named groups as variables.
  url_template text not null,
  unique (realm_id, pattern)
);

-- Playgrounds: websites that run code blocks of one language.
create table playground (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  name text not null,
  language text not null,
  -- A URL template (RFC 6570) with the single variable `code`.
  url_template text not null,
  unique (realm_id, language, name)
);
