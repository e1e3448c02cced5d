-- Email addresses of channels: one for each user who requested it and each sender in whose name emails are posted.
create table channel_address (
  channel_id int not null references channel,
  creator_id int not null references account,
  sender_id int not null references account,
  -- The secret part of the address. Anyone who knows it can post.
  token text not null unique,
  created_at timestamptz not null,
  primary key (channel_id, creator_id, sender_id)
);

-- Null: the message was not deleted by a user, but its retention period ended.
alter table deleted_message alter column deleter_id drop not null;

-- For processing an organization's channels and conversations one after the other.
create index recipient_by_realm on recipient (realm_id, id);
