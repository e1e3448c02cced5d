/** Texts of the permission settings. The labels are listed by the permissions' names in the API. */
export const permissions = {
  title: "Permissions",
  realm: [
    {
      title: "Invitations and user visibility",
      permissions: {
        can_invite_users_group: "Who can invite people by email",
        create_multiuse_invite_group: "Who can create invite links",
        can_access_all_users_group: "Who can see all users in the organization",
      },
    },
    {
      title: "Channels",
      permissions: {
        can_create_public_channel_group: "Who can create public channels",
        can_create_private_channel_group: "Who can create private channels",
        can_create_web_public_channel_group: "Who can create web-public channels",
        can_add_subscribers_group: "Who can subscribe others to channels",
        can_mention_many_users_group: "Who can use @all or @topic to notify more than 15 users",
      },
    },
    {
      title: "Topics and messages",
      permissions: {
        can_resolve_topics_group: "Who can resolve topics",
        can_move_messages_between_topics_group: "Who can move messages to other topics",
        can_move_messages_between_channels_group: "Who can move messages to other channels",
        can_delete_own_message_group: "Who can delete their own messages",
        can_delete_any_message_group: "Who can delete any message",
        can_set_topics_policy_group: "Who can change whether a channel requires topics",
        can_set_delete_message_policy_group: "Who can change who can delete messages in a channel",
        can_summarize_topics_group: "Who can summarize topics",
      },
    },
    {
      title: "Direct messages",
      permissions: {
        direct_message_permission_group:
          "Who can authorize direct messages (at least one participant must have this permission)",
        direct_message_initiator_group: "Who can start direct messages",
      },
    },
    {
      title: "User groups, bots, emoji, and billing",
      permissions: {
        can_create_groups: "Who can create user groups",
        can_manage_all_groups: "Who can manage all user groups",
        can_create_bots_group: "Who can create any bot",
        can_create_write_only_bots_group: "Who can create bots that can only send messages",
        can_add_custom_emoji_group: "Who can add custom emoji",
        can_manage_billing_group: "Who can manage billing",
      },
    },
  ],
  channel: {
    can_send_message_group: "Who can send messages in this channel",
    can_subscribe_group: "Who can subscribe to this channel if it is private",
    can_add_subscribers_group: "Who can subscribe others to this channel",
    can_remove_subscribers_group: "Who can unsubscribe others from this channel",
    can_administer_channel_group: "Who can administer this channel",
    can_resolve_topics_group: "Who can resolve topics in this channel",
    can_move_messages_within_channel_group: "Who can move messages to other topics in this channel",
    can_move_messages_out_of_channel_group: "Who can move messages from this channel to other channels",
    can_delete_own_message_group: "Who can delete their own messages in this channel",
    can_delete_any_message_group: "Who can delete any message in this channel",
  },
  besides: "Users who have a permission in the whole organization have it here too.",
  deletion: "You don't have permission to change who can delete messages in this channel.",
  someForOwners:
    "Only owners can change the permissions for invitations, creating and managing user groups, and billing.",
} as const;
