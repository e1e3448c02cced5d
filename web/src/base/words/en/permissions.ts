/** Who may do what, by the names of the API. */
export const permissions = {
  title: "Permissions",
  realm: [
    {
      title: "Joining",
      permissions: {
        can_invite_users_group: "Invite people by mail",
        create_multiuse_invite_group: "Make links by which people join",
        can_access_all_users_group: "See everybody in the organization",
      },
    },
    {
      title: "Channels",
      permissions: {
        can_create_public_channel_group: "Create public channels",
        can_create_private_channel_group: "Create private channels",
        can_create_web_public_channel_group: "Create channels that the whole internet reads",
        can_add_subscribers_group: "Add others to channels",
        can_mention_many_users_group: "Mention everybody in a large channel",
      },
    },
    {
      title: "Topics and messages",
      permissions: {
        can_resolve_topics_group: "Resolve topics",
        can_move_messages_between_topics_group: "Move messages to other topics",
        can_move_messages_between_channels_group: "Move messages to other channels",
        can_delete_own_message_group: "Delete their own messages",
        can_delete_any_message_group: "Delete anybody's messages",
        can_set_topics_policy_group: "Decide in a channel whether messages need a topic",
        can_set_delete_message_policy_group: "Decide in a channel who deletes messages",
        can_summarize_topics_group: "Have topics summarized",
      },
    },
    {
      title: "Direct messages",
      permissions: {
        direct_message_permission_group: "Take part in direct messages",
        direct_message_initiator_group: "Begin direct messages",
      },
    },
    {
      title: "Groups, bots and emoji",
      permissions: {
        can_create_groups: "Create groups",
        can_manage_all_groups: "Change every group",
        can_create_bots_group: "Create bots",
        can_create_write_only_bots_group: "Create bots that only send",
        can_add_custom_emoji_group: "Add emoji",
        can_manage_billing_group: "See plans and bills",
      },
    },
  ],
  channel: {
    can_send_message_group: "Write here",
    can_subscribe_group: "Join by themselves",
    can_add_subscribers_group: "Add others",
    can_remove_subscribers_group: "Remove others",
    can_administer_channel_group: "Change this channel",
    can_resolve_topics_group: "Resolve topics",
    can_move_messages_within_channel_group: "Move messages to other topics",
    can_move_messages_out_of_channel_group: "Move messages to other channels",
    can_delete_own_message_group: "Delete their own messages",
    can_delete_any_message_group: "Delete anybody's messages",
  },
  besides: "All this is allowed besides what the organization allows everywhere.",
  deletion: "Who deletes messages here is not for you to say: that is a permission of the organization.",
  someForOwners: "Who comes in, and who makes groups, is for owners to decide.",
} as const;
