-- Letters to people: written in the transaction that causes them, sent by a job afterwards.
create table mail (
  id bigint generated always as identity primary key,
  realm_id int not null references realm,
  -- What it is about, such as `invitation`.
  kind text not null,
  to_address text not null,
  to_name text not null default '',
  subject text not null,
  -- The bodies are dropped once the letter is sent: they may hold keys.
  body_text text,
  body_html text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- The number of the job that may send it: the next one takes the next number, and those before are void.
  ticket int not null default 1,
  -- How many tries have begun.
  tries int not null default 0,
  -- When the try began that is under way; null between tries.
  sending_since timestamptz,
  -- What the last try ended with; null if none failed.
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_unsent on mail (state, id) where state <> 'sent';
create index mail_under_way on mail (id) where sending_since is not null;
create index mail_by_age on mail (created_at);

-- Administrative acts: who did what to whom, and what it was before.
create table audit_log (
  id bigint generated always as identity primary key,
  realm_id int not null references realm,
  at timestamptz not null,
  -- null: the server itself, or its operator.
  actor_id int references account,
  act text not null,
  target_type text not null,
  target_id int,
  before jsonb,
  after jsonb
);
create index audit_log_by_time on audit_log (realm_id, at, id);
create index audit_log_by_actor on audit_log (realm_id, actor_id, at, id);
create index audit_log_by_act on audit_log (realm_id, act, at, id);
create index audit_log_by_kind on audit_log (realm_id, target_type, at, id);
create index audit_log_by_target on audit_log (realm_id, target_type, target_id, at, id);
