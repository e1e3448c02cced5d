-- The last day on which the server made a request. The data of a server that is inactive for a long time is deleted.
alter table remote_server add column heard_on date not null default current_date;

-- Of a server that deactivated itself, only the id and the hash of the key stay.
update remote_server set hostname = '', contact_email = '' where deactivated_at is not null;

create index device_expired on device (expired_at) where expired_at is not null;
