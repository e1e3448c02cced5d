-- What bots have beside an account.
create table bot (
  user_id int primary key references account,
  default_sending_channel_id int references channel,
  default_events_register_channel_id int references channel,
  default_all_public_streams boolean not null default false,
  -- Outgoing webhooks and embedded bots: as the wire's `services` has it; null for the other types.
  service jsonb
);
