-- The last time at which the server proved that it can be reached at its host name. Servers registered earlier have not
-- proved it yet.
alter table remote_server add column hostname_proven_at timestamptz;

-- A server loses its host name when another server proves it, and keeps the rest of its registration.
drop index remote_server_hostname;
create unique index remote_server_hostname on remote_server (lower(hostname))
  where deactivated_at is null and hostname <> '';
