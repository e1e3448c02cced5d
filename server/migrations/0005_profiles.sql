-- Statuses that users have set. A user without a status has no row.
create table user_status (
  user_id int primary key references account,
  status_text text not null default '',
  emoji_name text not null default '',
  emoji_code text not null default '',
  reaction_type text not null default 'unicode_emoji'
);
-- The few users who do not share their presence. It is a user setting.
create index account_away on account (realm_id) where settings->>'presence_enabled' = 'false';

create table custom_profile_field (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  -- 1 short text, 2 long text, 3 choice, 4 date, 5 link, 6 users, 7 external account, 8 pronouns
  type smallint not null check (type between 1 and 8),
  position int not null,
  name text not null,
  name_key text not null,
  hint text not null default '',
  -- JSON text as on the wire; '' if the type has no such data.
  field_data text not null default '',
  display_in_profile_summary boolean not null default false,
  required boolean not null default false,
  editable_by_user boolean not null default true,
  unique (realm_id, name_key)
);

create table custom_profile_value (
  user_id int not null references account,
  field_id int not null references custom_profile_field on delete cascade,
  value text not null,
  -- HTML, for types whose values are Markdown.
  rendered_value text,
  primary key (user_id, field_id)
);
create index custom_profile_value_by_field on custom_profile_value (field_id);

-- Pictures that the organization uses as emoji.
create table custom_emoji (
  id int generated always as identity primary key,
  realm_id int not null references realm,
  name text not null,
  author_id int references account,
  -- Name of the uploaded file.
  file_name text not null,
  is_deactivated boolean not null default false
);
create unique index custom_emoji_by_name on custom_emoji (realm_id, name) where not is_deactivated;
create index custom_emoji_by_realm on custom_emoji (realm_id);
