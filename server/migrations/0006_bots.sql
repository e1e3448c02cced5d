-- Properties of bots beyond those of their accounts. A bot without any of them has no row.
create table bot (
  user_id int primary key references account,
  default_sending_channel_id int references channel,
  default_events_register_channel_id int references channel,
  default_all_public_streams boolean not null default false,
  -- URL of an outgoing webhook; '' if it has not been set yet. Null for the other types.
  payload_url text,
  -- Payload format of an outgoing webhook: 1 generic, 2 that of another chat product.
  interface_type smallint not null default 1 check (interface_type in (1, 2))
);
create index bot_by_sending_channel on bot (default_sending_channel_id) where default_sending_channel_id is not null;
create index bot_by_register_channel on bot (default_events_register_channel_id)
  where default_events_register_channel_id is not null;

create index account_bots on account (realm_id) where bot_type is not null;
