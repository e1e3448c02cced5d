-- Mentions and alert words, for users with many flagged messages.
create index message_flag_mentioned on message_flag (user_id, message_id) where flags & 12 <> 0;
create index message_flag_alerted on message_flag (user_id, message_id) where flags & 16 <> 0;
