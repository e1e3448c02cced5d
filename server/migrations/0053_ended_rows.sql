-- Invitations that ended long ago are deleted: by what is looked for, and by what a link is looked for among those that came by it.
create index invitation_by_end on invitation (coalesce(used_at, revoked_at, expires_at))
  where coalesce(used_at, revoked_at, expires_at) is not null;
create index invitation_by_link on invitation (link_id) where link_id is not null;

-- So are periods of subscription in which no message was sent, once their events are no longer in the log.
create index subscription_period_empty on subscription_period (to_event_id) where from_message_id = to_message_id;
