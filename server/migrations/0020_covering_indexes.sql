-- The columns by which narrows filter messages, in addition to the key. Many messages can be filtered with these
-- indexes without reading their rows, which are scattered on the disk.
create index covering_by_realm on message (realm_id, id) include
  (recipient_id, topic_key, sender_id, has_link, has_image, has_attachment, has_reaction, mentions_channel, is_settled);
create index covering_by_topic on message (recipient_id, topic_key, id) include
  (sender_id, has_link, has_image, has_attachment, has_reaction, mentions_channel, is_settled);
create index covering_by_sender on message (recipient_id, sender_id, id) include
  (topic_key, has_link, has_image, has_attachment, has_reaction, mentions_channel, is_settled);
create index covering_resolved on message (recipient_id, id) where starts_with(topic_key, '✔ ');

drop index message_by_realm, message_by_topic, message_by_sender, message_resolved;
alter index covering_by_realm rename to message_by_realm;
alter index covering_by_topic rename to message_by_topic;
alter index covering_by_sender rename to message_by_sender;
alter index covering_resolved rename to message_resolved;
