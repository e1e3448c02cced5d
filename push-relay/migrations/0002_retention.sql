-- When anything was heard of a server last: of one that stays away for long, nothing is kept.
alter table remote_server add column heard_on date not null default current_date;

-- Of one that took its leave only its name stays, with the hash of its key.
update remote_server set hostname = '', contact_email = '' where deactivated_at is not null;

create index device_expired on device (expired_at) where expired_at is not null;
