-- The columns by which narrows filter messages, in the partial indexes. A narrow that combines two operators, such as
-- `has:link` and `is:resolved`, had to read the row of each message in the index of one operator to evaluate the other.
create index covering_resolved on message (recipient_id, id) include
  (topic_key, sender_id, has_link, has_image, has_attachment, has_reaction, mentions_channel, is_settled)
  where starts_with(topic_key, '✔ ');
create index covering_with_link on message (recipient_id, id) include
  (topic_key, sender_id, has_image, has_attachment, has_reaction, mentions_channel, is_settled) where has_link;
create index covering_with_image on message (recipient_id, id) include
  (topic_key, sender_id, has_link, has_attachment, has_reaction, mentions_channel, is_settled) where has_image;
create index covering_with_attachment on message (recipient_id, id) include
  (topic_key, sender_id, has_link, has_image, has_reaction, mentions_channel, is_settled) where has_attachment;
create index covering_with_reaction on message (recipient_id, id) include
  (topic_key, sender_id, has_link, has_image, has_attachment, mentions_channel, is_settled) where has_reaction;

drop index message_resolved, message_with_link, message_with_image, message_with_attachment, message_with_reaction;
alter index covering_resolved rename to message_resolved;
alter index covering_with_link rename to message_with_link;
alter index covering_with_image rename to message_with_image;
alter index covering_with_attachment rename to message_with_attachment;
alter index covering_with_reaction rename to message_with_reaction;
