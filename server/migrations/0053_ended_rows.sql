-- For deleting invitations that ended long ago, and for finding the invitations that were created with a link.
create index invitation_by_end on invitation (coalesce(used_at, revoked_at, expires_at))
  where coalesce(used_at, revoked_at, expires_at) is not null;
create index invitation_by_link on invitation (link_id) where link_id is not null;

-- For deleting periods of subscription in which no message was sent, when their events are no longer in the log.
create index subscription_period_empty on subscription_period (to_event_id) where from_message_id = to_message_id;
