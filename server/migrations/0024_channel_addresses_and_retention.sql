-- Where mail to a channel goes: one address for each person who asked for one and each sender in whose name it is posted.
create table channel_address (
  channel_id int not null references channel,
  creator_id int not null references account,
  sender_id int not null references account,
  -- The secret part of the address: whoever has it may write.
  token text not null unique,
  created_at timestamptz not null,
  primary key (channel_id, creator_id, sender_id)
);

-- Null: nobody deleted the message, its time was over.
alter table deleted_message alter column deleter_id drop not null;

-- The organization's channels and conversations, one after the other.
create index recipient_by_realm on recipient (realm_id, id);
