// Made from the endpoints by `npm run generate`; do not edit.
import type { Channel, ChannelInList, ChannelTopicsPolicy } from "@parlance/contract/entities/channel.ts";
import type { EmailVisibility } from "@parlance/contract/entities/email-visibility.ts";
import type { GroupSettingValue } from "@parlance/contract/entities/group-setting.ts";
import type { Message, MessageInList, MessageSnapshot } from "@parlance/contract/entities/message.ts";
import type { Role } from "@parlance/contract/entities/roles.ts";
import type { VisibilityPolicy } from "@parlance/contract/entities/topic-visibility.ts";
import type { OwnUser, User } from "@parlance/contract/entities/user.ts";
import type { Event } from "@parlance/contract/events/index.ts";
import type { Attachment } from "@parlance/contract/nouns/attachments.ts";
import type { ChannelFolder } from "@parlance/contract/nouns/channel-folders.ts";
import type { Draft } from "@parlance/contract/nouns/drafts.ts";
import type { RealmEmojiMap } from "@parlance/contract/nouns/emoji.ts";
import type { Invite } from "@parlance/contract/nouns/invitations.ts";
import type { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import type { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import type { ClientPresences, Presences, UserPresence } from "@parlance/contract/nouns/presence.ts";
import type { CustomProfileField } from "@parlance/contract/nouns/profile-fields.ts";
import type { RealmDomain } from "@parlance/contract/nouns/realm-domains.ts";
import type { RealmExport } from "@parlance/contract/nouns/realm-exports.ts";
import type { SavedSnippet } from "@parlance/contract/nouns/saved-snippets.ts";
import type { Reminder, ScheduledMessage } from "@parlance/contract/nouns/scheduled-messages.ts";
import type { Subscription } from "@parlance/contract/nouns/subscriptions.ts";
import type { UserGroup } from "@parlance/contract/nouns/user-groups.ts";
import type { UserStatus } from "@parlance/contract/nouns/user-statuses.ts";
import type { RegisterResponse } from "@parlance/contract/register/index.ts";
import type { ServerSettings } from "@parlance/contract/server-settings.ts";

/** Every operation: the requests that ask for it, its parameters beside those in the path, and its response. */
export interface Operations {
  /** List your uploaded files */
  "GET /attachments": {
    request: "GET /attachments";
    parameters: Record<string, never>;
    answer: { attachments: Attachment[]; upload_space_used: number };
  };
  /** Delete an uploaded file */
  "DELETE /attachments/:attachment_id": {
    request: `DELETE /attachments/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** List audit log entries */
  "GET /audit_log": {
    request: "GET /audit_log";
    parameters: {
      act?:
        | "realm.settings_changed"
        | "realm.user_settings_defaults_changed"
        | "realm.picture_changed"
        | "realm.picture_removed"
        | "realm.api_keys_renewed"
        | "realm.deactivated"
        | "realm.reactivated"
        | "realm.moved"
        | "export.requested"
        | "export.completed"
        | "export.deleted"
        | "domain.added"
        | "domain.changed"
        | "domain.removed"
        | "scim_token.created"
        | "scim_token.revoked"
        | "user.created"
        | "user.deactivated"
        | "user.reactivated"
        | "user.renamed"
        | "user.email_changed"
        | "user.role_changed"
        | "user.profile_changed"
        | "user.signed_in"
        | "user.signed_out"
        | "user.passkey_added"
        | "user.passkey_removed"
        | "user.two_factor_reset"
        | "user.status_changed"
        | "user.message_deleted"
        | "bot.created"
        | "bot.changed"
        | "bot.deactivated"
        | "bot.reactivated"
        | "bot.owner_changed"
        | "bot.email_changed"
        | "bot.role_changed"
        | "bot.api_key_regenerated"
        | "user_group.created"
        | "user_group.renamed"
        | "user_group.changed"
        | "user_group.members_changed"
        | "user_group.subgroups_changed"
        | "user_group.deactivated"
        | "user_group.reactivated"
        | "channel.changed"
        | "channel.archived"
        | "channel.unarchived"
        | "channel.message_deleted"
        | "channel.topic_deleted"
        | "channel_folder.created"
        | "channel_folder.changed"
        | "channel_folder.reordered"
        | "invitation.sent"
        | "invitation.link_created"
        | "invitation.resent"
        | "invitation.accepted"
        | "invitation.revoked"
        | "profile_field.created"
        | "profile_field.changed"
        | "profile_field.deleted"
        | "profile_field.reordered"
        | "emoji.added"
        | "emoji.deactivated"
        | "linkifier.created"
        | "linkifier.changed"
        | "linkifier.deleted"
        | "linkifier.reordered"
        | "playground.added"
        | "playground.removed"
        | undefined;
      actor_id?: number | undefined;
      target_type?:
        | "realm"
        | "export"
        | "domain"
        | "scim_token"
        | "user"
        | "bot"
        | "user_group"
        | "channel"
        | "channel_folder"
        | "invitation"
        | "profile_field"
        | "emoji"
        | "linkifier"
        | "playground"
        | undefined;
      target_id?: number | undefined;
      from?: number | undefined;
      to?: number | undefined;
      before?: number | undefined;
      limit?: number | undefined;
    };
    answer: {
      entries: {
        id: number;
        timestamp: number;
        actor_id: number | null;
        act: string;
        target_type: string;
        target_id: number | null;
        before: Record<string, unknown> | null;
        after: Record<string, unknown> | null;
      }[];
      has_more: boolean;
    };
  };
  /** Delete stored data of a bot */
  "DELETE /bot_storage": {
    request: "DELETE /bot_storage";
    parameters: { keys?: readonly string[] | undefined };
    answer: Record<never, never>;
  };
  /** Get the stored data of a bot */
  "GET /bot_storage": {
    request: "GET /bot_storage";
    parameters: { keys?: readonly string[] | undefined };
    answer: { storage: Record<string, string> };
  };
  /** Store data for a bot */
  "PUT /bot_storage": {
    request: "PUT /bot_storage";
    parameters: { storage: Record<string, string> };
    answer: Record<never, never>;
  };
  /** List your bots */
  "GET /bots": {
    request: "GET /bots";
    parameters: Record<string, never>;
    answer: {
      bots: {
        user_id: number;
        username: string;
        full_name: string;
        api_key: string;
        avatar_url: string;
        default_sending_stream: string | null;
        default_events_register_stream: string | null;
        default_all_public_streams: boolean;
      }[];
    };
  };
  /** Create a bot */
  "POST /bots": {
    request: "POST /bots";
    parameters: {
      full_name: string;
      short_name: string;
      bot_type?: number | undefined;
      payload_url?: string | undefined;
      interface_type?: number | undefined;
      service_name?: string | undefined;
      config_data?: Record<string, string> | undefined;
      default_sending_stream?: string | undefined;
      default_events_register_stream?: string | undefined;
      default_all_public_streams?: boolean | undefined;
    };
    answer: {
      user_id: number;
      api_key: string;
      avatar_url: string;
      default_sending_stream: string | null;
      default_events_register_stream: string | null;
      default_all_public_streams: boolean;
    };
  };
  /** Deactivate a bot */
  "DELETE /bots/:bot_id": {
    request: `DELETE /bots/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a bot */
  "PATCH /bots/:bot_id": {
    request: `PATCH /bots/${number}`;
    parameters: {
      full_name?: string | undefined;
      role?: Role | undefined;
      bot_owner_id?: number | undefined;
      service_payload_url?: string | undefined;
      service_interface?: number | undefined;
      config_data?: Record<string, string> | undefined;
      default_sending_stream?: string | undefined;
      default_events_register_stream?: string | undefined;
      default_all_public_streams?: boolean | undefined;
    };
    answer: {
      full_name: string;
      avatar_url: string;
      default_sending_stream: string | null;
      default_events_register_stream: string | null;
      default_all_public_streams: boolean;
      service_payload_url: string | null;
      service_interface: number | null;
      config_data: null;
      bot_owner?: string | undefined;
    };
  };
  /** Regenerate the API key of a bot */
  "POST /bots/:bot_id/api_key/regenerate": {
    request: `POST /bots/${number}/api_key/regenerate`;
    parameters: Record<string, never>;
    answer: { api_key: string };
  };
  /** Create a BigBlueButton video call */
  "GET /calls/bigbluebutton/create": {
    request: "GET /calls/bigbluebutton/create";
    parameters: { meeting_name: string; voice_only?: boolean | undefined };
    answer: { url: string };
  };
  /** List channel folders */
  "GET /channel_folders": {
    request: "GET /channel_folders";
    parameters: { include_archived?: boolean | undefined };
    answer: { channel_folders: ChannelFolder[] };
  };
  /** Reorder channel folders */
  "PATCH /channel_folders": {
    request: "PATCH /channel_folders";
    parameters: { order?: readonly number[] | undefined };
    answer: Record<never, never>;
  };
  /** Update or archive a channel folder */
  "PATCH /channel_folders/:channel_folder_id": {
    request: `PATCH /channel_folders/${number}`;
    parameters: {
      name?: string | undefined;
      description?: string | undefined;
      is_archived?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Create a channel folder */
  "POST /channel_folders/create": {
    request: "POST /channel_folders/create";
    parameters: { name: string; description: string };
    answer: { channel_folder_id: number };
  };
  /** Create a channel */
  "POST /channels/create": {
    request: "POST /channels/create";
    parameters: {
      name: string;
      description?: string | undefined;
      subscribers: readonly number[];
      announce?: boolean | undefined;
      invite_only?: boolean | undefined;
      is_web_public?: boolean | undefined;
      is_default_stream?: boolean | undefined;
      history_public_to_subscribers?: boolean | undefined;
      message_retention_days?: number | string | undefined;
      topics_policy?: ChannelTopicsPolicy | undefined;
      folder_id?: number | undefined;
      send_new_subscription_messages?: boolean | undefined;
      can_add_subscribers_group?: GroupSettingValue | undefined;
      can_remove_subscribers_group?: GroupSettingValue | undefined;
      can_administer_channel_group?: GroupSettingValue | undefined;
      can_delete_any_message_group?: GroupSettingValue | undefined;
      can_delete_own_message_group?: GroupSettingValue | undefined;
      can_move_messages_out_of_channel_group?: GroupSettingValue | undefined;
      can_move_messages_within_channel_group?: GroupSettingValue | undefined;
      can_send_message_group?: GroupSettingValue | undefined;
      can_subscribe_group?: GroupSettingValue | undefined;
      can_resolve_topics_group?: GroupSettingValue | undefined;
    };
    answer: { id: number };
  };
  /** Remove a default channel */
  "DELETE /default_streams": {
    request: "DELETE /default_streams";
    parameters: { stream_id: number };
    answer: Record<never, never>;
  };
  /** Add a default channel */
  "POST /default_streams": {
    request: "POST /default_streams";
    parameters: { stream_id: number };
    answer: Record<never, never>;
  };
  /** Get a development API key */
  "POST /dev_fetch_api_key": {
    request: "POST /dev_fetch_api_key";
    parameters: { username: string };
    answer: { api_key: string; email: string; user_id: number };
  };
  /** List your drafts */
  "GET /drafts": {
    request: "GET /drafts";
    parameters: Record<string, never>;
    answer: { count: number; drafts: Draft[] };
  };
  /** Create drafts */
  "POST /drafts": {
    request: "POST /drafts";
    parameters: {
      drafts?: readonly {
        id?: number | undefined;
        type: "" | "stream" | "private";
        to: readonly number[];
        topic: string;
        content: string;
        timestamp?: number | undefined;
      }[] | undefined;
    };
    answer: { ids: number[] };
  };
  /** Delete a draft */
  "DELETE /drafts/:draft_id": {
    request: `DELETE /drafts/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a draft */
  "PATCH /drafts/:draft_id": {
    request: `PATCH /drafts/${number}`;
    parameters: {
      draft: {
        id?: number | undefined;
        type: "" | "stream" | "private";
        to: readonly number[];
        topic: string;
        content: string;
        timestamp?: number | undefined;
      };
    };
    answer: Record<never, never>;
  };
  /** Delete an event queue */
  "DELETE /events": {
    request: "DELETE /events";
    parameters: { queue_id: string };
    answer: Record<never, never>;
  };
  /** Get events from a queue */
  "GET /events": {
    request: "GET /events";
    parameters: {
      queue_id: string;
      last_event_id?: number | undefined;
      dont_block?: boolean | undefined;
    };
    answer: { events: Event[]; queue_id: string };
  };
  /** List data exports */
  "GET /export/realm": {
    request: "GET /export/realm";
    parameters: Record<string, never>;
    answer: { exports: RealmExport[] };
  };
  /** Start a data export */
  "POST /export/realm": {
    request: "POST /export/realm";
    parameters: { export_type?: number | undefined };
    answer: { id: number };
  };
  /** Delete the file of a data export */
  "DELETE /export/realm/:export_id": {
    request: `DELETE /export/realm/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** List users' consent to data exports */
  "GET /export/realm/consents": {
    request: "GET /export/realm/consents";
    parameters: Record<string, never>;
    answer: {
      export_consents: { user_id: number; consented: boolean }[];
    };
  };
  /** Get an API key with a password */
  "POST /fetch_api_key": {
    request: "POST /fetch_api_key";
    parameters: { username: string; password: string };
    answer: { api_key: string; email: string; user_id: number };
  };
  /** Get the id of a channel */
  "GET /get_stream_id": {
    request: "GET /get_stream_id";
    parameters: { stream: string };
    answer: { stream_id: number };
  };
  /** List unused invitations */
  "GET /invites": {
    request: "GET /invites";
    parameters: Record<string, never>;
    answer: { invites: Invite[] };
  };
  /** Invite users by email */
  "POST /invites": {
    request: "POST /invites";
    parameters: {
      invitee_emails: string;
      invite_expires_in_minutes?: number | null | undefined;
      invite_as?: Role | undefined;
      stream_ids: readonly number[];
      group_ids?: readonly number[] | undefined;
      include_realm_default_subscriptions?: boolean | undefined;
      welcome_message_custom_text?: string | null | undefined;
      notify_referrer_on_join?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Revoke an email invitation */
  "DELETE /invites/:invite_id": {
    request: `DELETE /invites/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Resend an invitation email */
  "POST /invites/:invite_id/resend": {
    request: `POST /invites/${number}/resend`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Create an invitation link */
  "POST /invites/multiuse": {
    request: "POST /invites/multiuse";
    parameters: {
      invite_expires_in_minutes?: number | null | undefined;
      invite_as?: Role | undefined;
      stream_ids?: readonly number[] | undefined;
      group_ids?: readonly number[] | undefined;
      include_realm_default_subscriptions?: boolean | undefined;
      welcome_message_custom_text?: string | null | undefined;
    };
    answer: { invite_link: string };
  };
  /** Revoke an invitation link */
  "DELETE /invites/multiuse/:invite_id": {
    request: `DELETE /invites/multiuse/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Get your API key */
  "POST /json/fetch_api_key": {
    request: "POST /json/fetch_api_key";
    parameters: { password: string };
    answer: { api_key: string; email: string };
  };
  /** Get an API key with a signed token */
  "POST /jwt/fetch_api_key": {
    request: "POST /jwt/fetch_api_key";
    parameters: { token: string; include_profile?: boolean | undefined };
    answer: { api_key: string; email: string; user?: User | undefined };
  };
  /** Mark all messages as read */
  "POST /mark_all_as_read": {
    request: "POST /mark_all_as_read";
    parameters: Record<string, never>;
    answer: { complete: boolean };
  };
  /** Mark a channel as read */
  "POST /mark_stream_as_read": {
    request: "POST /mark_stream_as_read";
    parameters: { stream_id: number };
    answer: Record<never, never>;
  };
  /** Mark a topic as read */
  "POST /mark_topic_as_read": {
    request: "POST /mark_topic_as_read";
    parameters: { stream_id: number; topic_name: string };
    answer: Record<never, never>;
  };
  /** Get messages */
  "GET /messages": {
    request: "GET /messages";
    parameters: {
      anchor?: string | undefined;
      include_anchor?: boolean | undefined;
      num_before?: number | undefined;
      num_after?: number | undefined;
      narrow?: readonly ({
        operator: string;
        operand: string | number | readonly number[];
        negated?: boolean | undefined;
      } | readonly [string, string])[] | undefined;
      message_ids?: readonly number[] | undefined;
      use_first_unread_anchor?: boolean | undefined;
      client_gravatar?: boolean | undefined;
      apply_markdown?: boolean | undefined;
      allow_empty_topic_name?: boolean | undefined;
    };
    answer: {
      messages: MessageInList[];
      anchor?: number | undefined;
      found_anchor: boolean;
      found_oldest: boolean;
      found_newest: boolean;
      history_limited: boolean;
    };
  };
  /** Send a message */
  "POST /messages": {
    request: "POST /messages";
    parameters: {
      type: "direct" | "channel" | "stream" | "private";
      to?: string | number | readonly string[] | readonly number[] | undefined;
      content: string;
      topic?: string | undefined;
      queue_id?: string | undefined;
      local_id?: string | undefined;
      read_by_sender?: boolean | undefined;
    };
    answer: {
      id: number;
      automatic_new_visibility_policy?: 2 | 3 | undefined;
    };
  };
  /** Delete a message */
  "DELETE /messages/:message_id": {
    request: `DELETE /messages/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Get a message */
  "GET /messages/:message_id": {
    request: `GET /messages/${number}`;
    parameters: {
      apply_markdown?: boolean | undefined;
      allow_empty_topic_name?: boolean | undefined;
    };
    answer: { message: Message; raw_content: string };
  };
  /** Update a message */
  "PATCH /messages/:message_id": {
    request: `PATCH /messages/${number}`;
    parameters: {
      content?: string | undefined;
      prev_content_sha256?: string | undefined;
      topic?: string | undefined;
      stream_id?: number | undefined;
      propagate_mode?: "change_one" | "change_later" | "change_all" | undefined;
      send_notification_to_old_thread?: boolean | undefined;
      send_notification_to_new_thread?: boolean | undefined;
    };
    answer: { detached_uploads: Attachment[] };
  };
  /** Get the edit history of a message */
  "GET /messages/:message_id/history": {
    request: `GET /messages/${number}/history`;
    parameters: { allow_empty_topic_name?: boolean | undefined };
    answer: { message_history: MessageSnapshot[] };
  };
  /** Explain why a message notified a user */
  "GET /messages/:message_id/notices": {
    request: `GET /messages/${number}/notices`;
    parameters: { user_id?: number | undefined };
    answer: {
      notices: {
        phone: {
          is_told: boolean;
          why:
            | "direct_message"
            | "mention"
            | "wildcard_mention"
            | "followed_topic"
            | "channel"
            | "alert_word"
            | "not_a_reader"
            | "own_message"
            | "bot"
            | "deactivated"
            | "muted_sender"
            | "read"
            | "settings"
            | "muted"
            | "do_not_disturb"
            | "online"
            | "not_then";
        };
        browser: {
          is_told: boolean;
          why:
            | "direct_message"
            | "mention"
            | "wildcard_mention"
            | "followed_topic"
            | "channel"
            | "alert_word"
            | "not_a_reader"
            | "own_message"
            | "bot"
            | "deactivated"
            | "muted_sender"
            | "read"
            | "settings"
            | "muted"
            | "do_not_disturb"
            | "online"
            | "not_then";
        };
        mail: {
          is_told: boolean;
          why:
            | "direct_message"
            | "mention"
            | "wildcard_mention"
            | "followed_topic"
            | "channel"
            | "alert_word"
            | "not_a_reader"
            | "own_message"
            | "bot"
            | "deactivated"
            | "muted_sender"
            | "read"
            | "settings"
            | "muted"
            | "do_not_disturb"
            | "online"
            | "not_then";
        };
      };
    };
  };
  /** Remove a reaction */
  "DELETE /messages/:message_id/reactions": {
    request: `DELETE /messages/${number}/reactions`;
    parameters: {
      emoji_name?: string | undefined;
      emoji_code?: string | undefined;
      reaction_type?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** Add a reaction */
  "POST /messages/:message_id/reactions": {
    request: `POST /messages/${number}/reactions`;
    parameters: {
      emoji_name: string;
      emoji_code?: string | undefined;
      reaction_type?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** Get the read receipts of a message */
  "GET /messages/:message_id/read_receipts": {
    request: `GET /messages/${number}/read_receipts`;
    parameters: Record<string, never>;
    answer: { user_ids: number[] };
  };
  /** Report a message to moderators */
  "POST /messages/:message_id/report": {
    request: `POST /messages/${number}/report`;
    parameters: {
      report_type: "spam" | "harassment" | "inappropriate" | "norms" | "other";
      description?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** Set your typing status while editing */
  "POST /messages/:message_id/typing": {
    request: `POST /messages/${number}/typing`;
    parameters: { op: "start" | "stop" };
    answer: Record<never, never>;
  };
  /** Update personal flags of messages */
  "POST /messages/flags": {
    request: "POST /messages/flags";
    parameters: { messages: readonly number[]; op: string; flag: string };
    answer: {
      messages: number[];
      ignored_because_not_subscribed_channels?: number[] | undefined;
    };
  };
  /** Update personal flags of messages in a narrow */
  "POST /messages/flags/narrow": {
    request: "POST /messages/flags/narrow";
    parameters: {
      anchor: string;
      include_anchor?: boolean | undefined;
      num_before: number;
      num_after: number;
      narrow: readonly ({
        operator: string;
        operand: string | number | readonly number[];
        negated?: boolean | undefined;
      } | readonly [string, string])[];
      op: string;
      flag: string;
    };
    answer: {
      processed_count: number;
      updated_count: number;
      first_processed_id: number | null;
      last_processed_id: number | null;
      found_oldest: boolean;
      found_newest: boolean;
      ignored_because_not_subscribed_channels?: number[] | undefined;
    };
  };
  /** Check whether messages match a narrow */
  "GET /messages/matches_narrow": {
    request: "GET /messages/matches_narrow";
    parameters: {
      msg_ids: readonly number[];
      narrow: readonly ({
        operator: string;
        operand: string | number | readonly number[];
        negated?: boolean | undefined;
      } | readonly [string, string])[];
    };
    answer: {
      messages: Record<string, { match_content: string; match_subject: string }>;
    };
  };
  /** Render a message */
  "POST /messages/render": {
    request: "POST /messages/render";
    parameters: { content: string };
    answer: { rendered: string };
  };
  /** Send an encrypted test push notification */
  "POST /mobile_push/e2ee/test_notification": {
    request: "POST /mobile_push/e2ee/test_notification";
    parameters: { push_account_id?: string | undefined };
    answer: Record<never, never>;
  };
  /** Register a device for encrypted push notifications */
  "POST /mobile_push/register": {
    request: "POST /mobile_push/register";
    parameters: {
      token_kind: "fcm" | "apns";
      push_account_id: string;
      push_public_key: string;
      bouncer_public_key: string;
      encrypted_push_registration: string;
    };
    answer: Record<never, never>;
  };
  /** Send an unencrypted test push notification */
  "POST /mobile_push/test_notification": {
    request: "POST /mobile_push/test_notification";
    parameters: { token?: string | undefined };
    answer: Record<never, never>;
  };
  /** List your navigation views */
  "GET /navigation_views": {
    request: "GET /navigation_views";
    parameters: Record<string, never>;
    answer: { navigation_views: NavigationView[] };
  };
  /** Add a navigation view */
  "POST /navigation_views": {
    request: "POST /navigation_views";
    parameters: {
      fragment: string;
      is_pinned: boolean;
      name?: string | null | undefined;
    };
    answer: Record<never, never>;
  };
  /** Remove a navigation view */
  "DELETE /navigation_views/*fragment": {
    request: `DELETE /navigation_views/${string}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a navigation view */
  "PATCH /navigation_views/*fragment": {
    request: `PATCH /navigation_views/${string}`;
    parameters: {
      is_pinned?: boolean | undefined;
      name?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** Update organization settings */
  "PATCH /realm": {
    request: "PATCH /realm";
    parameters: {
      name?: string | undefined;
      description?: string | undefined;
      allow_message_editing?: boolean | undefined;
      authentication_methods?: Record<string, boolean> | undefined;
      avatar_changes_disabled?: boolean | undefined;
      default_code_block_language?: string | undefined;
      default_language?: string | undefined;
      digest_emails_enabled?: boolean | undefined;
      digest_weekday?: number | undefined;
      disallow_disposable_email_addresses?: boolean | undefined;
      email_changes_disabled?: boolean | undefined;
      emails_restricted_to_domains?: boolean | undefined;
      enable_guest_user_dm_warning?: boolean | undefined;
      enable_guest_user_indicator?: boolean | undefined;
      enable_read_receipts?: boolean | undefined;
      enable_spectator_access?: boolean | undefined;
      giphy_rating?: number | undefined;
      inline_image_preview?: boolean | undefined;
      inline_url_embed_preview?: boolean | undefined;
      invite_required?: boolean | undefined;
      jitsi_server_url?: string | "default" | undefined;
      message_content_allowed_in_email_notifications?: boolean | undefined;
      message_content_delete_limit_seconds?: number | "unlimited" | undefined;
      message_content_edit_limit_seconds?: number | "unlimited" | undefined;
      message_edit_history_visibility_policy?: "all" | "moves" | "none" | undefined;
      message_retention_days?: number | "unlimited" | undefined;
      moderation_request_channel_id?: number | undefined;
      move_messages_between_streams_limit_seconds?: number | "unlimited" | undefined;
      move_messages_within_stream_limit_seconds?: number | "unlimited" | undefined;
      name_changes_disabled?: boolean | undefined;
      new_stream_announcements_stream_id?: number | undefined;
      org_type?: number | undefined;
      presence_disabled?: boolean | undefined;
      require_e2ee_push_notifications?: boolean | undefined;
      require_unique_names?: boolean | undefined;
      send_welcome_emails?: boolean | undefined;
      service_update_announcements_stream_id?: number | undefined;
      signup_announcements_stream_id?: number | undefined;
      topics_policy?: "allow_empty_topic" | "disable_empty_topic" | undefined;
      video_chat_provider?: number | undefined;
      waiting_period_threshold?: number | undefined;
      want_advertise_in_communities_directory?: boolean | undefined;
      welcome_message_custom_text?: string | undefined;
      can_access_all_users_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_add_custom_emoji_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_add_subscribers_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_create_bots_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_create_groups?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_create_private_channel_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_create_public_channel_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_create_web_public_channel_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_create_write_only_bots_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_delete_any_message_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_delete_own_message_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_invite_users_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_manage_all_groups?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_manage_billing_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_mention_many_users_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_move_messages_between_channels_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_move_messages_between_topics_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_resolve_topics_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_set_delete_message_policy_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_set_topics_policy_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_summarize_topics_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      create_multiuse_invite_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      direct_message_initiator_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      direct_message_permission_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
    };
    answer: {
      name?: boolean | number | null | "updated" | undefined;
      description?: boolean | number | null | "updated" | undefined;
      allow_message_editing?: boolean | number | null | "updated" | undefined;
      authentication_methods?: boolean | number | null | "updated" | undefined;
      avatar_changes_disabled?: boolean | number | null | "updated" | undefined;
      default_code_block_language?: boolean | number | null | "updated" | undefined;
      default_language?: boolean | number | null | "updated" | undefined;
      digest_emails_enabled?: boolean | number | null | "updated" | undefined;
      digest_weekday?: boolean | number | null | "updated" | undefined;
      disallow_disposable_email_addresses?: boolean | number | null | "updated" | undefined;
      email_changes_disabled?: boolean | number | null | "updated" | undefined;
      emails_restricted_to_domains?: boolean | number | null | "updated" | undefined;
      enable_guest_user_dm_warning?: boolean | number | null | "updated" | undefined;
      enable_guest_user_indicator?: boolean | number | null | "updated" | undefined;
      enable_read_receipts?: boolean | number | null | "updated" | undefined;
      enable_spectator_access?: boolean | number | null | "updated" | undefined;
      giphy_rating?: boolean | number | null | "updated" | undefined;
      inline_image_preview?: boolean | number | null | "updated" | undefined;
      inline_url_embed_preview?: boolean | number | null | "updated" | undefined;
      invite_required?: boolean | number | null | "updated" | undefined;
      jitsi_server_url?: boolean | number | null | "updated" | undefined;
      message_content_allowed_in_email_notifications?: boolean | number | null | "updated" | undefined;
      message_content_delete_limit_seconds?: boolean | number | null | "updated" | undefined;
      message_content_edit_limit_seconds?: boolean | number | null | "updated" | undefined;
      message_edit_history_visibility_policy?: boolean | number | null | "updated" | undefined;
      message_retention_days?: boolean | number | null | "updated" | undefined;
      moderation_request_channel_id?: boolean | number | null | "updated" | undefined;
      move_messages_between_streams_limit_seconds?: boolean | number | null | "updated" | undefined;
      move_messages_within_stream_limit_seconds?: boolean | number | null | "updated" | undefined;
      name_changes_disabled?: boolean | number | null | "updated" | undefined;
      new_stream_announcements_stream_id?: boolean | number | null | "updated" | undefined;
      org_type?: boolean | number | null | "updated" | undefined;
      presence_disabled?: boolean | number | null | "updated" | undefined;
      require_e2ee_push_notifications?: boolean | number | null | "updated" | undefined;
      require_unique_names?: boolean | number | null | "updated" | undefined;
      send_welcome_emails?: boolean | number | null | "updated" | undefined;
      service_update_announcements_stream_id?: boolean | number | null | "updated" | undefined;
      signup_announcements_stream_id?: boolean | number | null | "updated" | undefined;
      topics_policy?: boolean | number | null | "updated" | undefined;
      video_chat_provider?: boolean | number | null | "updated" | undefined;
      waiting_period_threshold?: boolean | number | null | "updated" | undefined;
      want_advertise_in_communities_directory?: boolean | number | null | "updated" | undefined;
      welcome_message_custom_text?: boolean | number | null | "updated" | undefined;
      can_access_all_users_group?: boolean | number | null | "updated" | undefined;
      can_add_custom_emoji_group?: boolean | number | null | "updated" | undefined;
      can_add_subscribers_group?: boolean | number | null | "updated" | undefined;
      can_create_bots_group?: boolean | number | null | "updated" | undefined;
      can_create_groups?: boolean | number | null | "updated" | undefined;
      can_create_private_channel_group?: boolean | number | null | "updated" | undefined;
      can_create_public_channel_group?: boolean | number | null | "updated" | undefined;
      can_create_web_public_channel_group?: boolean | number | null | "updated" | undefined;
      can_create_write_only_bots_group?: boolean | number | null | "updated" | undefined;
      can_delete_any_message_group?: boolean | number | null | "updated" | undefined;
      can_delete_own_message_group?: boolean | number | null | "updated" | undefined;
      can_invite_users_group?: boolean | number | null | "updated" | undefined;
      can_manage_all_groups?: boolean | number | null | "updated" | undefined;
      can_manage_billing_group?: boolean | number | null | "updated" | undefined;
      can_mention_many_users_group?: boolean | number | null | "updated" | undefined;
      can_move_messages_between_channels_group?: boolean | number | null | "updated" | undefined;
      can_move_messages_between_topics_group?: boolean | number | null | "updated" | undefined;
      can_resolve_topics_group?: boolean | number | null | "updated" | undefined;
      can_set_delete_message_policy_group?: boolean | number | null | "updated" | undefined;
      can_set_topics_policy_group?: boolean | number | null | "updated" | undefined;
      can_summarize_topics_group?: boolean | number | null | "updated" | undefined;
      create_multiuse_invite_group?: boolean | number | null | "updated" | undefined;
      direct_message_initiator_group?: boolean | number | null | "updated" | undefined;
      direct_message_permission_group?: boolean | number | null | "updated" | undefined;
    };
  };
  /** Renew API keys of locked-out users */
  "POST /realm/api_keys/renew": {
    request: "POST /realm/api_keys/renew";
    parameters: Record<string, never>;
    answer: { user_ids: number[] };
  };
  /** Deactivate the organization */
  "POST /realm/deactivate": {
    request: "POST /realm/deactivate";
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** List allowed email domains */
  "GET /realm/domains": {
    request: "GET /realm/domains";
    parameters: Record<string, never>;
    answer: { domains: RealmDomain[] };
  };
  /** Add an allowed email domain */
  "POST /realm/domains": {
    request: "POST /realm/domains";
    parameters: { domain: string; allow_subdomains?: boolean | undefined };
    answer: Record<never, never>;
  };
  /** Remove an allowed email domain */
  "DELETE /realm/domains/:domain": {
    request: `DELETE /realm/domains/${string}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update an allowed email domain */
  "PATCH /realm/domains/:domain": {
    request: `PATCH /realm/domains/${string}`;
    parameters: { allow_subdomains: boolean };
    answer: Record<never, never>;
  };
  /** List custom emoji */
  "GET /realm/emoji": {
    request: "GET /realm/emoji";
    parameters: Record<string, never>;
    answer: { emoji: RealmEmojiMap };
  };
  /** Deactivate a custom emoji */
  "DELETE /realm/emoji/:emoji_name": {
    request: `DELETE /realm/emoji/${string}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Add a custom emoji */
  "POST /realm/emoji/:emoji_name": {
    request: `POST /realm/emoji/${string}`;
    parameters: { filename: Blob };
    answer: Record<never, never>;
  };
  /** Add a linkifier */
  "POST /realm/filters": {
    request: "POST /realm/filters";
    parameters: { pattern: string; url_template: string };
    answer: { id: number };
  };
  /** Delete a linkifier */
  "DELETE /realm/filters/:filter_id": {
    request: `DELETE /realm/filters/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a linkifier */
  "PATCH /realm/filters/:filter_id": {
    request: `PATCH /realm/filters/${number}`;
    parameters: { pattern: string; url_template: string };
    answer: Record<never, never>;
  };
  /** Remove the organization's icon */
  "DELETE /realm/icon": {
    request: "DELETE /realm/icon";
    parameters: Record<string, never>;
    answer: { icon_url: string };
  };
  /** Upload the organization's icon */
  "POST /realm/icon": {
    request: "POST /realm/icon";
    parameters: { filename: Blob };
    answer: { icon_url: string };
  };
  /** List linkifiers */
  "GET /realm/linkifiers": {
    request: "GET /realm/linkifiers";
    parameters: Record<string, never>;
    answer: { linkifiers: Linkifier[] };
  };
  /** Reorder linkifiers */
  "PATCH /realm/linkifiers": {
    request: "PATCH /realm/linkifiers";
    parameters: { ordered_linkifier_ids: readonly number[] };
    answer: Record<never, never>;
  };
  /** Remove the organization's logo */
  "DELETE /realm/logo": {
    request: "DELETE /realm/logo";
    parameters: { night: boolean };
    answer: Record<never, never>;
  };
  /** Upload the organization's logo */
  "POST /realm/logo": {
    request: "POST /realm/logo";
    parameters: { night: boolean; filename: Blob };
    answer: Record<never, never>;
  };
  /** Add a code playground */
  "POST /realm/playgrounds": {
    request: "POST /realm/playgrounds";
    parameters: {
      name: string;
      pygments_language: string;
      url_template: string;
    };
    answer: { id: number };
  };
  /** Remove a code playground */
  "DELETE /realm/playgrounds/:playground_id": {
    request: `DELETE /realm/playgrounds/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Get the presence of all users */
  "GET /realm/presence": {
    request: "GET /realm/presence";
    parameters: Record<string, never>;
    answer: {
      presences: Record<string, ClientPresences>;
      server_timestamp: number;
    };
  };
  /** List custom profile fields */
  "GET /realm/profile_fields": {
    request: "GET /realm/profile_fields";
    parameters: Record<string, never>;
    answer: { custom_fields: CustomProfileField[] };
  };
  /** Reorder custom profile fields */
  "PATCH /realm/profile_fields": {
    request: "PATCH /realm/profile_fields";
    parameters: { order: readonly number[] };
    answer: Record<never, never>;
  };
  /** Create a custom profile field */
  "POST /realm/profile_fields": {
    request: "POST /realm/profile_fields";
    parameters: {
      name?: string | undefined;
      hint?: string | undefined;
      field_type: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
      field_data?: Record<string, unknown> | undefined;
      display_in_profile_summary?: boolean | undefined;
      required?: boolean | undefined;
      editable_by_user?: boolean | undefined;
    };
    answer: { id: number };
  };
  /** Delete a custom profile field */
  "DELETE /realm/profile_fields/:field_id": {
    request: `DELETE /realm/profile_fields/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a custom profile field */
  "PATCH /realm/profile_fields/:field_id": {
    request: `PATCH /realm/profile_fields/${number}`;
    parameters: {
      name?: string | undefined;
      hint?: string | undefined;
      field_data?: Record<string, unknown> | undefined;
      display_in_profile_summary?: boolean | undefined;
      required?: boolean | undefined;
      editable_by_user?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** List SCIM tokens */
  "GET /realm/scim_tokens": {
    request: "GET /realm/scim_tokens";
    parameters: Record<string, never>;
    answer: {
      scim_tokens: {
        id: number;
        name: string;
        creator_id: number;
        created_at: number;
        last_used_at: number | null;
      }[];
    };
  };
  /** Create a SCIM token */
  "POST /realm/scim_tokens": {
    request: "POST /realm/scim_tokens";
    parameters: { name: string };
    answer: { id: number; token: string };
  };
  /** Revoke a SCIM token */
  "DELETE /realm/scim_tokens/:token_id": {
    request: `DELETE /realm/scim_tokens/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Send a test welcome message */
  "POST /realm/test_welcome_bot_custom_message": {
    request: "POST /realm/test_welcome_bot_custom_message";
    parameters: { welcome_message_custom_text: string };
    answer: { message_id: number };
  };
  /** Update default settings for new users */
  "PATCH /realm/user_settings_defaults": {
    request: "PATCH /realm/user_settings_defaults";
    parameters: {
      color_scheme?: 1 | 2 | 3 | undefined;
      demote_inactive_streams?: 1 | 2 | 3 | undefined;
      display_emoji_reaction_users?: boolean | undefined;
      emojiset?: "google" | "twitter" | "text" | undefined;
      enter_sends?: boolean | undefined;
      fluid_layout_width?: boolean | undefined;
      hide_ai_features?: boolean | undefined;
      high_contrast_mode?: boolean | undefined;
      left_side_userlist?: boolean | undefined;
      starred_message_counts?: boolean | undefined;
      translate_emoticons?: boolean | undefined;
      twenty_four_hour_time?: boolean | null | undefined;
      user_list_style?: 1 | 2 | 3 | undefined;
      web_animate_image_previews?: "always" | "on_hover" | "never" | undefined;
      web_channel_default_view?: 1 | 2 | 3 | 4 | undefined;
      web_escape_navigates_to_home_view?: boolean | undefined;
      web_font_size_px?: number | undefined;
      web_home_view?: "inbox" | "recent_topics" | "all_messages" | undefined;
      web_left_sidebar_show_channel_folders?: boolean | undefined;
      web_left_sidebar_unreads_count_summary?: boolean | undefined;
      web_line_height_percent?: number | undefined;
      web_mark_read_on_scroll_policy?: 1 | 2 | 3 | undefined;
      web_navigate_to_sent_message?: boolean | undefined;
      web_stream_unreads_count_display_policy?: 1 | 2 | 3 | undefined;
      web_suggest_update_timezone?: boolean | undefined;
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4 | undefined;
      automatically_follow_topics_where_mentioned?: boolean | undefined;
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4 | undefined;
      desktop_icon_count_display?: 1 | 2 | 3 | 4 | undefined;
      email_notifications_batching_period_seconds?: number | undefined;
      enable_desktop_notifications?: boolean | undefined;
      enable_digest_emails?: boolean | undefined;
      enable_followed_topic_audible_notifications?: boolean | undefined;
      enable_followed_topic_desktop_notifications?: boolean | undefined;
      enable_followed_topic_email_notifications?: boolean | undefined;
      enable_followed_topic_push_notifications?: boolean | undefined;
      enable_followed_topic_wildcard_mentions_notify?: boolean | undefined;
      enable_offline_email_notifications?: boolean | undefined;
      enable_offline_push_notifications?: boolean | undefined;
      enable_online_push_notifications?: boolean | undefined;
      enable_sounds?: boolean | undefined;
      enable_stream_audible_notifications?: boolean | undefined;
      enable_stream_desktop_notifications?: boolean | undefined;
      enable_stream_email_notifications?: boolean | undefined;
      enable_stream_push_notifications?: boolean | undefined;
      message_content_in_email_notifications?: boolean | undefined;
      notification_sound?: string | undefined;
      pm_content_in_desktop_notifications?: boolean | undefined;
      quiet_hours?: string | undefined;
      realm_name_in_email_notifications_policy?: 1 | 2 | 3 | undefined;
      resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined;
      wildcard_mentions_notify?: boolean | undefined;
      email_address_visibility?: EmailVisibility | undefined;
      enable_drafts_synchronization?: boolean | undefined;
      presence_enabled?: boolean | undefined;
      receives_typing_notifications?: boolean | undefined;
      send_private_typing_notifications?: boolean | undefined;
      send_read_receipts?: boolean | undefined;
      send_stream_typing_notifications?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Register an event queue */
  "POST /register": {
    request: "POST /register";
    parameters: {
      apply_markdown?: boolean | undefined;
      client_gravatar?: boolean | undefined;
      include_subscribers?: "true" | "false" | "partial" | undefined;
      slim_presence?: boolean | undefined;
      presence_history_limit_days?: number | undefined;
      event_types?: readonly string[] | undefined;
      all_public_streams?: boolean | undefined;
      client_capabilities?: {
        notification_settings_null?: boolean | undefined;
        bulk_message_deletion?: boolean | undefined;
        user_avatar_url_field_optional?: boolean | undefined;
        stream_typing_notifications?: boolean | undefined;
        user_settings_object?: boolean | undefined;
        linkifier_url_template?: boolean | undefined;
        user_list_incomplete?: boolean | undefined;
        include_deactivated_groups?: boolean | undefined;
        archived_channels?: boolean | undefined;
        empty_topic_name?: boolean | undefined;
        simplified_presence_events?: boolean | undefined;
      } | undefined;
      fetch_event_types?: readonly string[] | undefined;
      narrow?: readonly (readonly string[] | {
        operator: string;
        operand: string | number | readonly number[];
        negated?: boolean | undefined;
      })[] | undefined;
    };
    answer: RegisterResponse;
  };
  /** List your reminders */
  "GET /reminders": {
    request: "GET /reminders";
    parameters: Record<string, never>;
    answer: { reminders: Reminder[] };
  };
  /** Create a reminder about a message */
  "POST /reminders": {
    request: "POST /reminders";
    parameters: {
      message_id?: number | undefined;
      scheduled_delivery_timestamp?: number | undefined;
      note?: string | undefined;
    };
    answer: { reminder_id: number };
  };
  /** Delete a reminder */
  "DELETE /reminders/:reminder_id": {
    request: `DELETE /reminders/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** List your saved snippets */
  "GET /saved_snippets": {
    request: "GET /saved_snippets";
    parameters: Record<string, never>;
    answer: { saved_snippets: SavedSnippet[] };
  };
  /** Create a saved snippet */
  "POST /saved_snippets": {
    request: "POST /saved_snippets";
    parameters: { title: string; content: string };
    answer: { saved_snippet_id: number };
  };
  /** Delete a saved snippet */
  "DELETE /saved_snippets/:saved_snippet_id": {
    request: `DELETE /saved_snippets/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a saved snippet */
  "PATCH /saved_snippets/:saved_snippet_id": {
    request: `PATCH /saved_snippets/${number}`;
    parameters: {
      title?: string | undefined;
      content?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** List your scheduled messages */
  "GET /scheduled_messages": {
    request: "GET /scheduled_messages";
    parameters: Record<string, never>;
    answer: { scheduled_messages: ScheduledMessage[] };
  };
  /** Create a scheduled message */
  "POST /scheduled_messages": {
    request: "POST /scheduled_messages";
    parameters: {
      type: "direct" | "channel" | "stream" | "private";
      to: unknown;
      content: string;
      topic?: string | undefined;
      scheduled_delivery_timestamp: number;
      read_by_sender?: boolean | undefined;
    };
    answer: { scheduled_message_id: number };
  };
  /** Delete a scheduled message */
  "DELETE /scheduled_messages/:scheduled_message_id": {
    request: `DELETE /scheduled_messages/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update a scheduled message */
  "PATCH /scheduled_messages/:scheduled_message_id": {
    request: `PATCH /scheduled_messages/${number}`;
    parameters: {
      type?: "direct" | "channel" | "stream" | "private" | undefined;
      to?: unknown | undefined;
      content?: string | undefined;
      topic?: string | undefined;
      scheduled_delivery_timestamp?: number | undefined;
    };
    answer: Record<never, never>;
  };
  /** Get server settings */
  "GET /server_settings": {
    request: "GET /server_settings";
    parameters: Record<string, never>;
    answer: ServerSettings;
  };
  /** Update your account and settings */
  "PATCH /settings": {
    request: "PATCH /settings";
    parameters: {
      full_name?: string | undefined;
      email?: string | undefined;
      old_password?: string | undefined;
      new_password?: string | undefined;
      timezone?: string | undefined;
      color_scheme?: 1 | 2 | 3 | undefined;
      default_language?: string | undefined;
      demote_inactive_streams?: 1 | 2 | 3 | undefined;
      display_emoji_reaction_users?: boolean | undefined;
      emojiset?: "google" | "twitter" | "text" | undefined;
      enter_sends?: boolean | undefined;
      fluid_layout_width?: boolean | undefined;
      hide_ai_features?: boolean | undefined;
      high_contrast_mode?: boolean | undefined;
      left_side_userlist?: boolean | undefined;
      starred_message_counts?: boolean | undefined;
      translate_emoticons?: boolean | undefined;
      twenty_four_hour_time?: boolean | null | undefined;
      user_list_style?: 1 | 2 | 3 | undefined;
      web_animate_image_previews?: "always" | "on_hover" | "never" | undefined;
      web_channel_default_view?: 1 | 2 | 4 | undefined;
      web_escape_navigates_to_home_view?: boolean | undefined;
      web_font_size_px?: number | undefined;
      web_home_view?: "inbox" | "recent_topics" | "all_messages" | undefined;
      web_left_sidebar_show_channel_folders?: boolean | undefined;
      web_left_sidebar_unreads_count_summary?: boolean | undefined;
      web_line_height_percent?: number | undefined;
      web_mark_read_on_scroll_policy?: 1 | 2 | 3 | undefined;
      web_navigate_to_sent_message?: boolean | undefined;
      web_stream_unreads_count_display_policy?: 1 | 2 | 3 | undefined;
      web_suggest_update_timezone?: boolean | undefined;
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4 | undefined;
      automatically_follow_topics_where_mentioned?: boolean | undefined;
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4 | undefined;
      desktop_icon_count_display?: 1 | 2 | 3 | 4 | undefined;
      do_not_disturb_until?: number | undefined;
      email_notifications_batching_period_seconds?: number | undefined;
      enable_desktop_notifications?: boolean | undefined;
      enable_digest_emails?: boolean | undefined;
      enable_followed_topic_audible_notifications?: boolean | undefined;
      enable_followed_topic_desktop_notifications?: boolean | undefined;
      enable_followed_topic_email_notifications?: boolean | undefined;
      enable_followed_topic_push_notifications?: boolean | undefined;
      enable_followed_topic_wildcard_mentions_notify?: boolean | undefined;
      enable_login_emails?: boolean | undefined;
      enable_marketing_emails?: boolean | undefined;
      enable_offline_email_notifications?: boolean | undefined;
      enable_offline_push_notifications?: boolean | undefined;
      enable_online_push_notifications?: boolean | undefined;
      enable_sounds?: boolean | undefined;
      enable_stream_audible_notifications?: boolean | undefined;
      enable_stream_desktop_notifications?: boolean | undefined;
      enable_stream_email_notifications?: boolean | undefined;
      enable_stream_push_notifications?: boolean | undefined;
      message_content_in_email_notifications?: boolean | undefined;
      notification_sound?: string | undefined;
      pm_content_in_desktop_notifications?: boolean | undefined;
      quiet_hours?: string | undefined;
      realm_name_in_email_notifications_policy?: 1 | 2 | 3 | undefined;
      resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined;
      wildcard_mentions_notify?: boolean | undefined;
      allow_private_data_export?: boolean | undefined;
      email_address_visibility?: EmailVisibility | undefined;
      enable_drafts_synchronization?: boolean | undefined;
      presence_enabled?: boolean | undefined;
      receives_typing_notifications?: boolean | undefined;
      send_private_typing_notifications?: boolean | undefined;
      send_read_receipts?: boolean | undefined;
      send_stream_typing_notifications?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Update your account and settings */
  "PATCH /settings/display": {
    request: "PATCH /settings/display";
    parameters: {
      full_name?: string | undefined;
      email?: string | undefined;
      old_password?: string | undefined;
      new_password?: string | undefined;
      timezone?: string | undefined;
      color_scheme?: 1 | 2 | 3 | undefined;
      default_language?: string | undefined;
      demote_inactive_streams?: 1 | 2 | 3 | undefined;
      display_emoji_reaction_users?: boolean | undefined;
      emojiset?: "google" | "twitter" | "text" | undefined;
      enter_sends?: boolean | undefined;
      fluid_layout_width?: boolean | undefined;
      hide_ai_features?: boolean | undefined;
      high_contrast_mode?: boolean | undefined;
      left_side_userlist?: boolean | undefined;
      starred_message_counts?: boolean | undefined;
      translate_emoticons?: boolean | undefined;
      twenty_four_hour_time?: boolean | null | undefined;
      user_list_style?: 1 | 2 | 3 | undefined;
      web_animate_image_previews?: "always" | "on_hover" | "never" | undefined;
      web_channel_default_view?: 1 | 2 | 4 | undefined;
      web_escape_navigates_to_home_view?: boolean | undefined;
      web_font_size_px?: number | undefined;
      web_home_view?: "inbox" | "recent_topics" | "all_messages" | undefined;
      web_left_sidebar_show_channel_folders?: boolean | undefined;
      web_left_sidebar_unreads_count_summary?: boolean | undefined;
      web_line_height_percent?: number | undefined;
      web_mark_read_on_scroll_policy?: 1 | 2 | 3 | undefined;
      web_navigate_to_sent_message?: boolean | undefined;
      web_stream_unreads_count_display_policy?: 1 | 2 | 3 | undefined;
      web_suggest_update_timezone?: boolean | undefined;
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4 | undefined;
      automatically_follow_topics_where_mentioned?: boolean | undefined;
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4 | undefined;
      desktop_icon_count_display?: 1 | 2 | 3 | 4 | undefined;
      do_not_disturb_until?: number | undefined;
      email_notifications_batching_period_seconds?: number | undefined;
      enable_desktop_notifications?: boolean | undefined;
      enable_digest_emails?: boolean | undefined;
      enable_followed_topic_audible_notifications?: boolean | undefined;
      enable_followed_topic_desktop_notifications?: boolean | undefined;
      enable_followed_topic_email_notifications?: boolean | undefined;
      enable_followed_topic_push_notifications?: boolean | undefined;
      enable_followed_topic_wildcard_mentions_notify?: boolean | undefined;
      enable_login_emails?: boolean | undefined;
      enable_marketing_emails?: boolean | undefined;
      enable_offline_email_notifications?: boolean | undefined;
      enable_offline_push_notifications?: boolean | undefined;
      enable_online_push_notifications?: boolean | undefined;
      enable_sounds?: boolean | undefined;
      enable_stream_audible_notifications?: boolean | undefined;
      enable_stream_desktop_notifications?: boolean | undefined;
      enable_stream_email_notifications?: boolean | undefined;
      enable_stream_push_notifications?: boolean | undefined;
      message_content_in_email_notifications?: boolean | undefined;
      notification_sound?: string | undefined;
      pm_content_in_desktop_notifications?: boolean | undefined;
      quiet_hours?: string | undefined;
      realm_name_in_email_notifications_policy?: 1 | 2 | 3 | undefined;
      resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined;
      wildcard_mentions_notify?: boolean | undefined;
      allow_private_data_export?: boolean | undefined;
      email_address_visibility?: EmailVisibility | undefined;
      enable_drafts_synchronization?: boolean | undefined;
      presence_enabled?: boolean | undefined;
      receives_typing_notifications?: boolean | undefined;
      send_private_typing_notifications?: boolean | undefined;
      send_read_receipts?: boolean | undefined;
      send_stream_typing_notifications?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Update your account and settings */
  "PATCH /settings/notifications": {
    request: "PATCH /settings/notifications";
    parameters: {
      full_name?: string | undefined;
      email?: string | undefined;
      old_password?: string | undefined;
      new_password?: string | undefined;
      timezone?: string | undefined;
      color_scheme?: 1 | 2 | 3 | undefined;
      default_language?: string | undefined;
      demote_inactive_streams?: 1 | 2 | 3 | undefined;
      display_emoji_reaction_users?: boolean | undefined;
      emojiset?: "google" | "twitter" | "text" | undefined;
      enter_sends?: boolean | undefined;
      fluid_layout_width?: boolean | undefined;
      hide_ai_features?: boolean | undefined;
      high_contrast_mode?: boolean | undefined;
      left_side_userlist?: boolean | undefined;
      starred_message_counts?: boolean | undefined;
      translate_emoticons?: boolean | undefined;
      twenty_four_hour_time?: boolean | null | undefined;
      user_list_style?: 1 | 2 | 3 | undefined;
      web_animate_image_previews?: "always" | "on_hover" | "never" | undefined;
      web_channel_default_view?: 1 | 2 | 4 | undefined;
      web_escape_navigates_to_home_view?: boolean | undefined;
      web_font_size_px?: number | undefined;
      web_home_view?: "inbox" | "recent_topics" | "all_messages" | undefined;
      web_left_sidebar_show_channel_folders?: boolean | undefined;
      web_left_sidebar_unreads_count_summary?: boolean | undefined;
      web_line_height_percent?: number | undefined;
      web_mark_read_on_scroll_policy?: 1 | 2 | 3 | undefined;
      web_navigate_to_sent_message?: boolean | undefined;
      web_stream_unreads_count_display_policy?: 1 | 2 | 3 | undefined;
      web_suggest_update_timezone?: boolean | undefined;
      automatically_follow_topics_policy?: 1 | 2 | 3 | 4 | undefined;
      automatically_follow_topics_where_mentioned?: boolean | undefined;
      automatically_unmute_topics_in_muted_streams_policy?: 1 | 2 | 3 | 4 | undefined;
      desktop_icon_count_display?: 1 | 2 | 3 | 4 | undefined;
      do_not_disturb_until?: number | undefined;
      email_notifications_batching_period_seconds?: number | undefined;
      enable_desktop_notifications?: boolean | undefined;
      enable_digest_emails?: boolean | undefined;
      enable_followed_topic_audible_notifications?: boolean | undefined;
      enable_followed_topic_desktop_notifications?: boolean | undefined;
      enable_followed_topic_email_notifications?: boolean | undefined;
      enable_followed_topic_push_notifications?: boolean | undefined;
      enable_followed_topic_wildcard_mentions_notify?: boolean | undefined;
      enable_login_emails?: boolean | undefined;
      enable_marketing_emails?: boolean | undefined;
      enable_offline_email_notifications?: boolean | undefined;
      enable_offline_push_notifications?: boolean | undefined;
      enable_online_push_notifications?: boolean | undefined;
      enable_sounds?: boolean | undefined;
      enable_stream_audible_notifications?: boolean | undefined;
      enable_stream_desktop_notifications?: boolean | undefined;
      enable_stream_email_notifications?: boolean | undefined;
      enable_stream_push_notifications?: boolean | undefined;
      message_content_in_email_notifications?: boolean | undefined;
      notification_sound?: string | undefined;
      pm_content_in_desktop_notifications?: boolean | undefined;
      quiet_hours?: string | undefined;
      realm_name_in_email_notifications_policy?: 1 | 2 | 3 | undefined;
      resolved_topic_notice_auto_read_policy?: "always" | "except_followed" | "never" | undefined;
      wildcard_mentions_notify?: boolean | undefined;
      allow_private_data_export?: boolean | undefined;
      email_address_visibility?: EmailVisibility | undefined;
      enable_drafts_synchronization?: boolean | undefined;
      presence_enabled?: boolean | undefined;
      receives_typing_notifications?: boolean | undefined;
      send_private_typing_notifications?: boolean | undefined;
      send_read_receipts?: boolean | undefined;
      send_stream_typing_notifications?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** List channels */
  "GET /streams": {
    request: "GET /streams";
    parameters: {
      include_public?: boolean | undefined;
      include_web_public?: boolean | undefined;
      include_subscribed?: boolean | undefined;
      exclude_archived?: boolean | undefined;
      include_all_active?: boolean | undefined;
      include_all?: boolean | undefined;
      include_default?: boolean | undefined;
      include_owner_subscribed?: boolean | undefined;
      include_can_access_content?: boolean | undefined;
    };
    answer: { streams: ChannelInList[] };
  };
  /** Archive a channel */
  "DELETE /streams/:stream_id": {
    request: `DELETE /streams/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Get a channel */
  "GET /streams/:stream_id": {
    request: `GET /streams/${number}`;
    parameters: Record<string, never>;
    answer: { stream: Channel };
  };
  /** Update a channel */
  "PATCH /streams/:stream_id": {
    request: `PATCH /streams/${number}`;
    parameters: {
      new_name?: string | undefined;
      description?: string | undefined;
      is_private?: boolean | undefined;
      is_web_public?: boolean | undefined;
      history_public_to_subscribers?: boolean | undefined;
      is_default_stream?: boolean | undefined;
      message_retention_days?: number | string | undefined;
      is_archived?: boolean | undefined;
      folder_id?: number | null | undefined;
      topics_policy?: ChannelTopicsPolicy | undefined;
      can_add_subscribers_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_remove_subscribers_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_administer_channel_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_delete_any_message_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_delete_own_message_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_move_messages_out_of_channel_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_move_messages_within_channel_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_send_message_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_subscribe_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_resolve_topics_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
    };
    answer: Record<never, never>;
  };
  /** Delete all messages of a topic */
  "POST /streams/:stream_id/delete_topic": {
    request: `POST /streams/${number}/delete_topic`;
    parameters: { topic_name: string };
    answer: { complete: boolean };
  };
  /** Get the email address of a channel */
  "GET /streams/:stream_id/email_address": {
    request: `GET /streams/${number}/email_address`;
    parameters: { sender_id?: number | undefined };
    answer: { email: string };
  };
  /** List the subscribers of a channel */
  "GET /streams/:stream_id/members": {
    request: `GET /streams/${number}/members`;
    parameters: Record<string, never>;
    answer: { subscribers: number[] };
  };
  /** Create or update a widget */
  "POST /submessage": {
    request: "POST /submessage";
    parameters: { message_id: number; msg_type: string; content: string };
    answer: Record<never, never>;
  };
  /** Set your typing status */
  "POST /typing": {
    request: "POST /typing";
    parameters: {
      type?: "direct" | "stream" | "channel" | undefined;
      op: "start" | "stop";
      to?: readonly number[] | undefined;
      stream_id?: number | undefined;
      topic?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** List user groups */
  "GET /user_groups": {
    request: "GET /user_groups";
    parameters: { include_deactivated_groups?: boolean | undefined };
    answer: { user_groups: UserGroup[] };
  };
  /** Update a user group */
  "PATCH /user_groups/:user_group_id": {
    request: `PATCH /user_groups/${number}`;
    parameters: {
      name?: string | undefined;
      description?: string | undefined;
      deactivated?: boolean | undefined;
      can_add_members_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_join_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_leave_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_manage_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_mention_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
      can_remove_members_group?: {
        new: GroupSettingValue;
        old?: GroupSettingValue | undefined;
      } | undefined;
    };
    answer: Record<never, never>;
  };
  /** Deactivate a user group */
  "POST /user_groups/:user_group_id/deactivate": {
    request: `POST /user_groups/${number}/deactivate`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** List the members of a user group */
  "GET /user_groups/:user_group_id/members": {
    request: `GET /user_groups/${number}/members`;
    parameters: { direct_member_only?: boolean | undefined };
    answer: { members: number[] };
  };
  /** Update the members of a user group */
  "POST /user_groups/:user_group_id/members": {
    request: `POST /user_groups/${number}/members`;
    parameters: {
      add?: readonly number[] | undefined;
      delete?: readonly number[] | undefined;
      add_subgroups?: readonly number[] | undefined;
      delete_subgroups?: readonly number[] | undefined;
    };
    answer: Record<never, never>;
  };
  /** Get a user's group membership */
  "GET /user_groups/:user_group_id/members/:user_id": {
    request: `GET /user_groups/${number}/members/${number}`;
    parameters: { direct_member_only?: boolean | undefined };
    answer: { is_user_group_member: boolean };
  };
  /** List the subgroups of a user group */
  "GET /user_groups/:user_group_id/subgroups": {
    request: `GET /user_groups/${number}/subgroups`;
    parameters: { direct_subgroup_only?: boolean | undefined };
    answer: { subgroups: number[] };
  };
  /** Update the subgroups of a user group */
  "POST /user_groups/:user_group_id/subgroups": {
    request: `POST /user_groups/${number}/subgroups`;
    parameters: {
      add?: readonly number[] | undefined;
      delete?: readonly number[] | undefined;
    };
    answer: Record<never, never>;
  };
  /** Create a user group */
  "POST /user_groups/create": {
    request: "POST /user_groups/create";
    parameters: {
      name: string;
      description: string;
      members: readonly number[];
      subgroups?: readonly number[] | undefined;
      can_add_members_group?: GroupSettingValue | undefined;
      can_join_group?: GroupSettingValue | undefined;
      can_leave_group?: GroupSettingValue | undefined;
      can_manage_group?: GroupSettingValue | undefined;
      can_mention_group?: GroupSettingValue | undefined;
      can_remove_members_group?: GroupSettingValue | undefined;
    };
    answer: { group_id: number };
  };
  /** Update your settings for a topic */
  "POST /user_topics": {
    request: "POST /user_topics";
    parameters: {
      stream_id: number;
      topic: string;
      visibility_policy: VisibilityPolicy;
    };
    answer: Record<never, never>;
  };
  /** Upload a file */
  "POST /user_uploads": {
    request: "POST /user_uploads";
    parameters: { filename: Blob };
    answer: { url: string; uri: string; filename: string };
  };
  /** Get a temporary URL of a file */
  "GET /user_uploads/:realm_id_str/*filename": {
    request: `GET /user_uploads/${number}/${string}`;
    parameters: Record<string, never>;
    answer: { url: string };
  };
  /** List users */
  "GET /users": {
    request: "GET /users";
    parameters: {
      client_gravatar?: boolean | undefined;
      include_custom_profile_fields?: boolean | undefined;
      user_ids?: readonly number[] | undefined;
    };
    answer: { members: User[] };
  };
  /** Create a user */
  "POST /users": {
    request: "POST /users";
    parameters: { email: string; full_name: string; password: string };
    answer: { user_id: number };
  };
  /** Get a user by email address */
  "GET /users/:email": {
    request: `GET /users/${string}`;
    parameters: {
      client_gravatar?: boolean | undefined;
      include_custom_profile_fields?: boolean | undefined;
    };
    answer: { user: User };
  };
  /** Update a user by email address */
  "PATCH /users/:email": {
    request: `PATCH /users/${string}`;
    parameters: {
      full_name?: string | undefined;
      role?: Role | undefined;
      profile_data?: readonly { id: number; value: string | readonly number[] | null }[] | undefined;
      new_email?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** Deactivate a user */
  "DELETE /users/:user_id": {
    request: `DELETE /users/${number}`;
    parameters: { deactivation_notification_comment?: string | undefined };
    answer: Record<never, never>;
  };
  /** Get a user */
  "GET /users/:user_id": {
    request: `GET /users/${number}`;
    parameters: {
      client_gravatar?: boolean | undefined;
      include_custom_profile_fields?: boolean | undefined;
    };
    answer: { user: User };
  };
  /** Update a user */
  "PATCH /users/:user_id": {
    request: `PATCH /users/${number}`;
    parameters: {
      full_name?: string | undefined;
      role?: Role | undefined;
      profile_data?: readonly { id: number; value: string | readonly number[] | null }[] | undefined;
      new_email?: string | undefined;
    };
    answer: Record<never, never>;
  };
  /** Reactivate a user */
  "POST /users/:user_id/reactivate": {
    request: `POST /users/${number}/reactivate`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Log out all browsers of a user */
  "DELETE /users/:user_id/sessions": {
    request: `DELETE /users/${number}/sessions`;
    parameters: Record<string, never>;
    answer: { ended: number };
  };
  /** Get the status of a user */
  "GET /users/:user_id/status": {
    request: `GET /users/${number}/status`;
    parameters: Record<string, never>;
    answer: { status: UserStatus };
  };
  /** Update the status of a user */
  "POST /users/:user_id/status": {
    request: `POST /users/${number}/status`;
    parameters: {
      status_text?: string | undefined;
      emoji_name?: string | undefined;
      emoji_code?: string | undefined;
      reaction_type?: string | undefined;
      away?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Get a user's subscription status */
  "GET /users/:user_id/subscriptions/:stream_id": {
    request: `GET /users/${number}/subscriptions/${number}`;
    parameters: Record<string, never>;
    answer: { is_subscribed: boolean };
  };
  /** Reset two-factor authentication of a user */
  "DELETE /users/:user_id/two_factor": {
    request: `DELETE /users/${number}/two_factor`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Get the presence of a user */
  "GET /users/:user_id_or_email/presence": {
    request: `GET /users/${string}/presence`;
    parameters: Record<string, never>;
    answer: { presence: UserPresence };
  };
  /** Deactivate your account */
  "DELETE /users/me": {
    request: "DELETE /users/me";
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Get your own user */
  "GET /users/me": {
    request: "GET /users/me";
    parameters: Record<string, never>;
    answer: OwnUser;
  };
  /** Update your name and profile */
  "PATCH /users/me": {
    request: "PATCH /users/me";
    parameters: {
      full_name?: string | undefined;
      profile_data?: readonly { id: number; value: string | readonly number[] | null }[] | undefined;
    };
    answer: Record<never, never>;
  };
  /** List the topics of a channel */
  "GET /users/me/:stream_id/topics": {
    request: `GET /users/me/${number}/topics`;
    parameters: { allow_empty_topic_name?: boolean | undefined };
    answer: { topics: { name: string; max_id: number }[] };
  };
  /** Remove alert words */
  "DELETE /users/me/alert_words": {
    request: "DELETE /users/me/alert_words";
    parameters: { alert_words: readonly string[] };
    answer: { alert_words: string[] };
  };
  /** List your alert words */
  "GET /users/me/alert_words": {
    request: "GET /users/me/alert_words";
    parameters: Record<string, never>;
    answer: { alert_words: string[] };
  };
  /** Add alert words */
  "POST /users/me/alert_words": {
    request: "POST /users/me/alert_words";
    parameters: { alert_words: readonly string[] };
    answer: { alert_words: string[] };
  };
  /** Unregister an Android device without encryption */
  "DELETE /users/me/android_gcm_reg_id": {
    request: "DELETE /users/me/android_gcm_reg_id";
    parameters: { token: string };
    answer: Record<never, never>;
  };
  /** Register an Android device without encryption */
  "POST /users/me/android_gcm_reg_id": {
    request: "POST /users/me/android_gcm_reg_id";
    parameters: { token: string };
    answer: Record<never, never>;
  };
  /** Regenerate your API key */
  "POST /users/me/api_key/regenerate": {
    request: "POST /users/me/api_key/regenerate";
    parameters: Record<string, never>;
    answer: { api_key: string };
  };
  /** List your scoped API keys */
  "GET /users/me/api_keys": {
    request: "GET /users/me/api_keys";
    parameters: Record<string, never>;
    answer: {
      api_keys: {
        id: number;
        name: string;
        read_only: boolean;
        operations: string[] | null;
        channel_ids: number[] | null;
        created_at: number;
        expires_at: number | null;
        last_used_at: number | null;
      }[];
    };
  };
  /** Create a scoped API key */
  "POST /users/me/api_keys": {
    request: "POST /users/me/api_keys";
    parameters: {
      name: string;
      expires_at?: number | undefined;
      read_only?: boolean | undefined;
      operations?: readonly string[] | undefined;
      channel_ids?: readonly number[] | undefined;
    };
    answer: { id: number; api_key: string };
  };
  /** Revoke a scoped API key */
  "DELETE /users/me/api_keys/:key_id": {
    request: `DELETE /users/me/api_keys/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Unregister an iOS device without encryption */
  "DELETE /users/me/apns_device_token": {
    request: "DELETE /users/me/apns_device_token";
    parameters: { token: string };
    answer: Record<never, never>;
  };
  /** Register an iOS device without encryption */
  "POST /users/me/apns_device_token": {
    request: "POST /users/me/apns_device_token";
    parameters: { token: string; appid: string };
    answer: Record<never, never>;
  };
  /** Delete your avatar */
  "DELETE /users/me/avatar": {
    request: "DELETE /users/me/avatar";
    parameters: Record<string, never>;
    answer: { avatar_url: string };
  };
  /** Upload your avatar */
  "POST /users/me/avatar": {
    request: "POST /users/me/avatar";
    parameters: { filename: Blob };
    answer: { avatar_url: string };
  };
  /** Unregister a browser from push notifications */
  "DELETE /users/me/browser_push": {
    request: "DELETE /users/me/browser_push";
    parameters: { endpoint: string };
    answer: Record<never, never>;
  };
  /** Get the server's Web Push key */
  "GET /users/me/browser_push": {
    request: "GET /users/me/browser_push";
    parameters: Record<string, never>;
    answer: { public_key: string };
  };
  /** Register a browser for push notifications */
  "POST /users/me/browser_push": {
    request: "POST /users/me/browser_push";
    parameters: { endpoint: string; p256dh: string; auth: string };
    answer: Record<never, never>;
  };
  /** Unmute a user */
  "DELETE /users/me/muted_users/:muted_user_id": {
    request: `DELETE /users/me/muted_users/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Mute a user */
  "POST /users/me/muted_users/:muted_user_id": {
    request: `POST /users/me/muted_users/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Mark an onboarding step as read */
  "POST /users/me/onboarding_steps": {
    request: "POST /users/me/onboarding_steps";
    parameters: { onboarding_step: string };
    answer: Record<never, never>;
  };
  /** List your passkeys */
  "GET /users/me/passkeys": {
    request: "GET /users/me/passkeys";
    parameters: Record<string, never>;
    answer: {
      passkeys: {
        id: number;
        name: string;
        created_at: number;
        last_used_at: number | null;
      }[];
    };
  };
  /** Add a passkey */
  "POST /users/me/passkeys": {
    request: "POST /users/me/passkeys";
    parameters: {
      credential: {
        id: string;
        rawId: string;
        type: "public-key";
        response: {
          clientDataJSON: string;
          attestationObject: string;
          transports?: readonly string[] | undefined;
        };
      };
      name: string;
    };
    answer: { id: number; recovery_codes: string[] };
  };
  /** Delete a passkey */
  "DELETE /users/me/passkeys/:passkey_id": {
    request: `DELETE /users/me/passkeys/${number}`;
    parameters: { password?: string | undefined };
    answer: Record<never, never>;
  };
  /** Rename a passkey */
  "PATCH /users/me/passkeys/:passkey_id": {
    request: `PATCH /users/me/passkeys/${number}`;
    parameters: { name: string };
    answer: Record<never, never>;
  };
  /** Get options for creating a passkey */
  "POST /users/me/passkeys/options": {
    request: "POST /users/me/passkeys/options";
    parameters: { password?: string | undefined };
    answer: { options: Record<string, unknown> };
  };
  /** Update your presence */
  "POST /users/me/presence": {
    request: "POST /users/me/presence";
    parameters: {
      status: string;
      last_update_id?: number | undefined;
      history_limit_days?: number | undefined;
      new_user_input?: boolean | undefined;
      ping_only?: boolean | undefined;
      slim_presence?: boolean | undefined;
    };
    answer: {
      presences?: Presences | undefined;
      presence_last_update_id: number;
      server_timestamp?: number | undefined;
      zephyr_mirror_active?: boolean | undefined;
    };
  };
  /** Clear your profile fields */
  "DELETE /users/me/profile_data": {
    request: "DELETE /users/me/profile_data";
    parameters: { data: readonly number[] };
    answer: Record<never, never>;
  };
  /** Update your profile fields */
  "PATCH /users/me/profile_data": {
    request: "PATCH /users/me/profile_data";
    parameters: {
      data: readonly { id: number; value: string | readonly number[] | null }[];
    };
    answer: Record<never, never>;
  };
  /** Log out all other browsers */
  "DELETE /users/me/sessions": {
    request: "DELETE /users/me/sessions";
    parameters: Record<string, never>;
    answer: { ended: number };
  };
  /** List your sessions */
  "GET /users/me/sessions": {
    request: "GET /users/me/sessions";
    parameters: Record<string, never>;
    answer: {
      sessions: {
        id: number;
        client: string;
        network: string;
        method: string;
        created_at: number;
        last_used_at: number;
        expires_at: number;
        is_current: boolean;
      }[];
    };
  };
  /** Log out a browser */
  "DELETE /users/me/sessions/:session_id": {
    request: `DELETE /users/me/sessions/${number}`;
    parameters: Record<string, never>;
    answer: Record<never, never>;
  };
  /** Update your status */
  "POST /users/me/status": {
    request: "POST /users/me/status";
    parameters: {
      status_text?: string | undefined;
      emoji_name?: string | undefined;
      emoji_code?: string | undefined;
      reaction_type?: string | undefined;
      away?: boolean | undefined;
    };
    answer: Record<never, never>;
  };
  /** Unsubscribe from channels */
  "DELETE /users/me/subscriptions": {
    request: "DELETE /users/me/subscriptions";
    parameters: {
      subscriptions: readonly string[];
      principals?: readonly number[] | readonly string[] | undefined;
    };
    answer: { removed: string[]; not_removed: string[] };
  };
  /** List your subscriptions */
  "GET /users/me/subscriptions": {
    request: "GET /users/me/subscriptions";
    parameters: {
      include_subscribers?: "true" | "false" | "partial" | undefined;
    };
    answer: { subscriptions: Subscription[] };
  };
  /** Update your subscriptions in bulk */
  "PATCH /users/me/subscriptions": {
    request: "PATCH /users/me/subscriptions";
    parameters: {
      add?: readonly {
        name: string;
        description?: string | undefined;
        color?: string | undefined;
      }[] | undefined;
      delete?: readonly string[] | undefined;
    };
    answer: {
      subscribed: Record<string, string[]>;
      already_subscribed: Record<string, string[]>;
      removed: string[];
      not_removed: string[];
      new_subscription_messages_sent?: boolean | undefined;
    };
  };
  /** Subscribe to channels */
  "POST /users/me/subscriptions": {
    request: "POST /users/me/subscriptions";
    parameters: {
      subscriptions: readonly { name: string; description?: string | undefined }[];
      principals?: readonly number[] | readonly string[] | undefined;
      authorization_errors_fatal?: boolean | undefined;
      announce?: boolean | undefined;
      invite_only?: boolean | undefined;
      is_web_public?: boolean | undefined;
      is_default_stream?: boolean | undefined;
      history_public_to_subscribers?: boolean | undefined;
      message_retention_days?: number | string | undefined;
      topics_policy?: ChannelTopicsPolicy | undefined;
      folder_id?: number | undefined;
      send_new_subscription_messages?: boolean | undefined;
      can_add_subscribers_group?: GroupSettingValue | undefined;
      can_remove_subscribers_group?: GroupSettingValue | undefined;
      can_administer_channel_group?: GroupSettingValue | undefined;
      can_delete_any_message_group?: GroupSettingValue | undefined;
      can_delete_own_message_group?: GroupSettingValue | undefined;
      can_move_messages_out_of_channel_group?: GroupSettingValue | undefined;
      can_move_messages_within_channel_group?: GroupSettingValue | undefined;
      can_send_message_group?: GroupSettingValue | undefined;
      can_subscribe_group?: GroupSettingValue | undefined;
      can_resolve_topics_group?: GroupSettingValue | undefined;
    };
    answer: {
      subscribed: Record<string, string[]>;
      already_subscribed: Record<string, string[]>;
      unauthorized?: string[] | undefined;
      new_subscription_messages_sent?: boolean | undefined;
    };
  };
  /** Mute or unmute a topic */
  "PATCH /users/me/subscriptions/muted_topics": {
    request: "PATCH /users/me/subscriptions/muted_topics";
    parameters: {
      stream_id?: number | undefined;
      stream?: string | undefined;
      topic: string;
      op: "add" | "remove";
    };
    answer: Record<never, never>;
  };
  /** Update your subscription settings */
  "POST /users/me/subscriptions/properties": {
    request: "POST /users/me/subscriptions/properties";
    parameters: {
      subscription_data: readonly {
        stream_id: number;
        property: string;
        value: boolean | string;
      }[];
    };
    answer: Record<never, never>;
  };
  /** Remove your authenticator app */
  "DELETE /users/me/two_factor": {
    request: "DELETE /users/me/two_factor";
    parameters: { password?: string | undefined };
    answer: Record<never, never>;
  };
  /** Get your two-factor authentication status */
  "GET /users/me/two_factor": {
    request: "GET /users/me/two_factor";
    parameters: Record<string, never>;
    answer: {
      is_on: boolean;
      has_authenticator: boolean;
      passkeys: number;
      recovery_codes_left: number;
    };
  };
  /** Start setting up an authenticator app */
  "POST /users/me/two_factor": {
    request: "POST /users/me/two_factor";
    parameters: { password?: string | undefined };
    answer: { secret: string; url: string };
  };
  /** Confirm your authenticator app */
  "POST /users/me/two_factor/confirm": {
    request: "POST /users/me/two_factor/confirm";
    parameters: { code: string };
    answer: { recovery_codes: string[] };
  };
}
