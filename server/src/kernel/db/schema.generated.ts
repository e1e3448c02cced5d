// Made from the migrated database by `npm run generate`; do not edit.
import type { ColumnType, InsertType, SelectType, UpdateType } from "kysely";

/** A column that may be left out of an INSERT. */
type Defaulted<T> = ColumnType<SelectType<T>, InsertType<T> | undefined, UpdateType<T>>;
/** JSON goes in as text and comes out parsed. */
type Json = ColumnType<unknown, string, string>;
type Timestamp = ColumnType<Date, Date, Date>;

interface AccountTable {
  id: Defaulted<number>;
  realm_id: number;
  delivery_email: string;
  email_key: string;
  full_name: string;
  name_key: string;
  role: number;
  bot_type: number | null;
  bot_owner_id: number | null;
  is_active: Defaulted<boolean>;
  date_joined: Timestamp;
  timezone: Defaulted<string>;
  avatar_name: string | null;
  avatar_version: Defaulted<number>;
  password_hash: string | null;
  api_key_version: Defaulted<number>;
  can_create_users: Defaulted<boolean>;
  settings: Defaulted<Json>;
}

interface ChannelTable {
  id: Defaulted<number>;
  realm_id: number;
  recipient_id: number;
  name: string;
  name_key: string;
  description: Defaulted<string>;
  rendered_description: Defaulted<string>;
  creator_id: number | null;
  created_at: Timestamp;
  invite_only: Defaulted<boolean>;
  is_web_public: Defaulted<boolean>;
  history_public_to_subscribers: Defaulted<boolean>;
  message_retention_days: number | null;
  topics_policy: Defaulted<string>;
  folder_id: number | null;
  is_archived: Defaulted<boolean>;
  is_default: Defaulted<boolean>;
  first_message_id: number | null;
  last_message_at: Timestamp | null;
  subscriber_count: Defaulted<number>;
}

interface DirectMemberTable {
  user_id: number;
  recipient_id: number;
  read_up_to: Defaulted<number>;
}

interface EventTable {
  realm_id: number;
  id: number;
  type: string;
  audience: Json;
  payload: Json;
  created_at: Defaulted<Timestamp>;
}

interface EventQueueTable {
  id: string;
  realm_id: number;
  user_id: number;
  options: Json;
  start_event_id: number;
  acked_event_id: number;
  last_used_at: Timestamp;
  created_at: Timestamp;
}

interface GroupSettingTable {
  scope: string;
  scope_id: number;
  setting: string;
  group_id: number;
}

interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  request_hash: string;
  answer: Json;
  created_at: Timestamp;
}

interface LoginFailureTable {
  realm_id: number;
  username_key: string;
  at: Timestamp;
}

interface MessageTable {
  id: number;
  realm_id: number;
  recipient_id: number;
  sender_id: number;
  topic: string;
  topic_key: string;
  content: string;
  rendered_content: string;
  sent_at: Timestamp;
  client: string;
  mentions_channel: Defaulted<boolean>;
  has_link: Defaulted<boolean>;
  has_image: Defaulted<boolean>;
  has_attachment: Defaulted<boolean>;
}

interface MessageFlagTable {
  user_id: number;
  message_id: number;
  flags: number;
}

interface MigrationTable {
  name: string;
  applied_at: Defaulted<Timestamp>;
}

interface ReadChunkTable {
  user_id: number;
  chunk: number;
  bits: Buffer;
}

interface RealmTable {
  id: Defaulted<number>;
  subdomain: string | null;
  host: string | null;
  name: string;
  description: Defaulted<string>;
  created_at: Timestamp;
  deactivated_at: Timestamp | null;
  settings: Defaulted<Json>;
  user_settings_defaults: Defaulted<Json>;
}

interface RealmCounterTable {
  realm_id: number;
  last_event_id: Defaulted<number>;
  last_message_id: Defaulted<number>;
}

interface RecipientTable {
  id: Defaulted<number>;
  realm_id: number;
  direct_key: string | null;
}

interface ServerFactTable {
  key: string;
  value: string;
}

interface SubscriptionTable {
  user_id: number;
  channel_id: number;
  recipient_id: number;
  is_active: boolean;
  color: string;
  is_muted: Defaulted<boolean>;
  pin_to_top: Defaulted<boolean>;
  desktop_notifications: boolean | null;
  audible_notifications: boolean | null;
  push_notifications: boolean | null;
  email_notifications: boolean | null;
  wildcard_mentions_notify: boolean | null;
  read_up_to: Defaulted<number>;
}

interface SubscriptionPeriodTable {
  user_id: number;
  recipient_id: number;
  from_message_id: number;
  to_message_id: number | null;
  from_event_id: number;
  to_event_id: number | null;
}

interface UnreadExceptionTable {
  user_id: number;
  message_id: number;
}

interface UserGroupTable {
  id: Defaulted<number>;
  realm_id: number;
  name: string | null;
  name_key: string | null;
  description: Defaulted<string>;
  is_system: Defaulted<boolean>;
  is_deactivated: Defaulted<boolean>;
  creator_id: number | null;
  created_at: Timestamp | null;
}

interface UserGroupMemberTable {
  group_id: number;
  user_id: number;
}

interface UserGroupSubgroupTable {
  group_id: number;
  subgroup_id: number;
}

export interface Schema {
  account: AccountTable;
  channel: ChannelTable;
  direct_member: DirectMemberTable;
  event: EventTable;
  event_queue: EventQueueTable;
  group_setting: GroupSettingTable;
  idempotency_key: IdempotencyKeyTable;
  login_failure: LoginFailureTable;
  message: MessageTable;
  message_flag: MessageFlagTable;
  migration: MigrationTable;
  read_chunk: ReadChunkTable;
  realm: RealmTable;
  realm_counter: RealmCounterTable;
  recipient: RecipientTable;
  server_fact: ServerFactTable;
  subscription: SubscriptionTable;
  subscription_period: SubscriptionPeriodTable;
  unread_exception: UnreadExceptionTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  user_group_subgroup: UserGroupSubgroupTable;
}
