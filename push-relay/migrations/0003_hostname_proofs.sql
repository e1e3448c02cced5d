-- When a server last proved that it is reached at its host name. Those that registered before have not yet.
alter table remote_server add column hostname_proven_at timestamptz;

-- A server whose host name another one proved has none, and keeps the rest of its registration.
drop index remote_server_hostname;
create unique index remote_server_hostname on remote_server (lower(hostname))
  where deactivated_at is null and hostname <> '';
