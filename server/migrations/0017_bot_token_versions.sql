-- Number of times that the token with which the server identifies itself to an outgoing webhook was replaced because it
-- was disclosed.
alter table bot add column token_version int not null default 0;
