-- How often the token by which an outgoing webhook knows the server was replaced, because somebody knew it who should not.
alter table bot add column token_version int not null default 0;
