-- Outgoing emails: stored in the transaction that causes them, and sent by a job afterward.
create table mail (
  id bigint generated always as identity primary key,
  realm_id int not null references realm,
  -- Kind of email, such as `invitation`.
  kind text not null,
  to_address text not null,
  to_name text not null default '',
  subject text not null,
  -- The bodies are deleted when the email has been sent, because they may contain keys.
  body_text text,
  body_html text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Number of the job that may send the email. Each new job takes the next number, and earlier jobs are then void.
  ticket int not null default 1,
  -- Number of started attempts.
  tries int not null default 0,
  -- Start of the attempt in progress. Null between attempts.
  sending_since timestamptz,
  -- Error of the last attempt. Null if no attempt has failed.
  last_error text,
  created_at timestamptz not null,
  sent_at timestamptz
);
create index mail_unsent on mail (state, id) where state <> 'sent';
create index mail_under_way on mail (id) where sending_since is not null;
create index mail_by_age on mail (created_at);

-- Administrative actions: who did what to whom, and the values before the change.
create table audit_log (
  id bigint generated always as identity primary key,
  realm_id int not null references realm,
  at timestamptz not null,
  -- Null: the server itself, or its operator.
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
