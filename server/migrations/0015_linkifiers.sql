-- Text that becomes a link though nobody marked it as one, such as the number of an issue.
create table linkifier (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- Where two match the same text, the one with the smaller position makes the link.
  position int not null,
  -- A regular expression in the syntax of RE2, with named groups.
  pattern text not null,
  -- A URL template (RFC 6570) with those groups as its variables.
  url_template text not null,
  unique (realm_id, pattern)
);

-- A site that runs code blocks of one language.
create table playground (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  name text not null,
  language text not null,
  -- A URL template (RFC 6570) with the one variable `code`.
  url_template text not null,
  unique (realm_id, language, name)
);
