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
  can_change_user_emails: Defaulted<boolean>;
  rate_limits: string | null;
  is_deactivated_by_directory: Defaulted<boolean>;
}

interface AlertWordTable {
  id: Defaulted<number>;
  realm_id: number;
  user_id: number;
  word: string;
  word_key: string;
  start_key: string;
}

interface AttachmentTable {
  id: Defaulted<number>;
  realm_id: number;
  owner_id: number;
  path_id: string;
  name: string;
  content_type: string;
  size: number;
  created_at: Timestamp;
  unclaimed_since: Timestamp | null;
}

interface AttachmentMessageTable {
  attachment_id: number;
  message_id: number;
}

interface AttachmentPictureTable {
  attachment_id: number;
  width: number | null;
  height: number | null;
  is_decided: Defaulted<boolean>;
  still_bytes: number | null;
  moving_bytes: number | null;
}

interface AttemptTable {
  kind: string;
  subject: string;
  at: Timestamp;
}

interface AuditLogTable {
  id: Defaulted<number>;
  realm_id: number;
  at: Timestamp;
  actor_id: number | null;
  act: string;
  target_type: string;
  target_id: number | null;
  before: Json | null;
  after: Json | null;
}

interface AvatarImageTable {
  name: string;
  user_id: number;
  small: Buffer;
  medium: Buffer;
}

interface BotTable {
  user_id: number;
  default_sending_channel_id: number | null;
  default_events_register_channel_id: number | null;
  default_all_public_streams: Defaulted<boolean>;
  payload_url: string | null;
  interface_type: Defaulted<number>;
  token_version: Defaulted<number>;
}

interface BotStorageTable {
  user_id: number;
  key: string;
  key_hash: Buffer;
  value: string;
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
  is_recently_active: Defaulted<boolean>;
  weekly_traffic: number | null;
}

interface ChannelAddressTable {
  channel_id: number;
  creator_id: number;
  sender_id: number;
  token: string;
  created_at: Timestamp;
}

interface ChannelFolderTable {
  id: Defaulted<number>;
  realm_id: number;
  name: string;
  name_key: string;
  description: string;
  rendered_description: string;
  position: number;
  is_archived: Defaulted<boolean>;
  creator_id: number | null;
  created_at: Timestamp;
}

interface CustomEmojiTable {
  id: Defaulted<number>;
  realm_id: number;
  name: string;
  author_id: number | null;
  file_name: string;
  is_deactivated: Defaulted<boolean>;
}

interface CustomProfileFieldTable {
  id: Defaulted<number>;
  realm_id: number;
  type: number;
  position: number;
  name: string;
  name_key: string;
  hint: Defaulted<string>;
  field_data: Defaulted<string>;
  display_in_profile_summary: Defaulted<boolean>;
  required: Defaulted<boolean>;
  editable_by_user: Defaulted<boolean>;
}

interface CustomProfileValueTable {
  user_id: number;
  field_id: number;
  value: string;
  rendered_value: string | null;
}

interface DeletedMessageTable {
  id: number;
  realm_id: number;
  deleted_at: Timestamp;
  deleter_id: number | null;
  content: Json;
}

interface DigestTable {
  user_id: number;
  sent_at: Timestamp;
}

interface DirectMemberTable {
  user_id: number;
  recipient_id: number;
  read_up_to: Defaulted<number>;
}

interface DirectoryLinkTable {
  user_id: number;
  realm_id: number;
  dn: string;
  deactivated_at: Timestamp | null;
  entry_id: string | null;
  picture_hash: Buffer | null;
}

interface DraftTable {
  id: Defaulted<number>;
  user_id: number;
  type: string;
  recipients: number[];
  topic: string;
  content: string;
  edited_at: number;
}

interface EmailChangeTable {
  key_hash: Buffer;
  user_id: number;
  new_email: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  confirmed_at: Timestamp | null;
  revoked_at: Timestamp | null;
}

interface EventTable {
  realm_id: number;
  id: number;
  type: string;
  audience: Json;
  payload: Json;
  created_at: Defaulted<Timestamp>;
}

interface EventAgeTable {
  realm_id: number;
  running_ms: number;
  event_id: number;
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
  used_ms: Defaulted<number>;
  held_until_ms: Defaulted<number>;
  held_by: string | null;
  pass: string | null;
}

interface ExternalIdentityTable {
  realm_id: number;
  issuer: string;
  subject: string;
  user_id: number;
  created_at: Timestamp;
  last_used_at: Timestamp;
}

interface GroupSettingTable {
  scope: string;
  scope_id: number;
  setting: string;
  group_id: number;
}

interface HttpsCertificateTable {
  host: string;
  directory_url: string;
  chain: string | null;
  salt: string | null;
  valid_from: Timestamp | null;
  valid_until: Timestamp | null;
  next_try_at: Timestamp;
  failures: Defaulted<number>;
  last_error: string | null;
  challenge: string | null;
}

interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  request_hash: string;
  answer: Json;
  created_at: Timestamp;
}

interface IncomingMailTable {
  id: Defaulted<number>;
  recipient: string;
  letter: Buffer;
  received_at: Timestamp;
}

interface InvitationTable {
  id: Defaulted<number>;
  realm_id: number;
  key: string;
  email: string | null;
  email_key: string | null;
  referrer_id: number | null;
  link_id: number | null;
  role: number;
  channel_ids: Defaulted<number[]>;
  group_ids: Defaulted<number[]>;
  include_default_channels: Defaulted<boolean>;
  notify_referrer: Defaulted<boolean>;
  welcome_text: string | null;
  created_at: Timestamp;
  sent_at: Timestamp;
  expires_at: Timestamp | null;
  reminded_at: Timestamp | null;
  used_at: Timestamp | null;
  revoked_at: Timestamp | null;
  is_vouched_for: Defaulted<boolean>;
}

interface InvitationBatchTable {
  realm_id: number;
  at: Timestamp;
  letters: number;
}

interface LinkPreviewTable {
  realm_id: number;
  url: string;
  fetched_at: Timestamp;
  embed: Json | null;
}

interface LinkifierTable {
  id: Defaulted<number>;
  realm_id: number;
  position: number;
  pattern: string;
  url_template: string;
}

interface LoginFailureTable {
  realm_id: number;
  username_key: string;
  at: Timestamp;
  network: Defaulted<string>;
}

interface LoginNetworkTable {
  user_id: number;
  network: string;
  last_at: Timestamp;
}

interface LoginStepTable {
  token_hash: Buffer;
  realm_id: number;
  browser_hash: Buffer | null;
  data: Json;
  expires_at: Timestamp;
}

interface MailTable {
  id: Defaulted<number>;
  realm_id: number;
  kind: string;
  to_address: string;
  to_name: Defaulted<string>;
  subject: string;
  body_text: string | null;
  body_html: string | null;
  state: Defaulted<string>;
  ticket: Defaulted<number>;
  tries: Defaulted<number>;
  sending_since: Timestamp | null;
  last_error: string | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  headers: Defaulted<Json>;
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
  has_reaction: Defaulted<boolean>;
  edited_at: Timestamp | null;
  moved_at: Timestamp | null;
  is_changed: Defaulted<boolean>;
  is_settled: Defaulted<boolean>;
}

interface MessageEditTable {
  id: Defaulted<number>;
  message_id: number;
  user_id: number;
  edited_at: Timestamp;
  prev_content: string | null;
  prev_rendered_content: string | null;
  prev_topic: string | null;
  topic: string | null;
  prev_channel_id: number | null;
  channel_id: number | null;
}

interface MessageFlagTable {
  user_id: number;
  message_id: number;
  flags: number;
}

interface MessageFormerPlaceTable {
  message_id: number;
  recipient_id: number;
}

interface MessageSearchTable {
  message_id: number;
  recipient_id: number;
  body: string;
  topic: string;
  source: string;
  stems: string;
  lexemes: string;
}

interface MigrationTable {
  name: string;
  applied_at: Defaulted<Timestamp>;
  oldest_release: string | null;
}

interface MutedUserPeriodTable {
  user_id: number;
  muted_user_id: number;
  muted_at: Timestamp;
  from_message_id: number;
  to_message_id: number | null;
}

interface NavigationViewTable {
  id: Defaulted<number>;
  user_id: number;
  fragment: string;
  name: string | null;
  is_pinned: boolean;
}

interface NoticeTable {
  user_id: number;
  message_id: number;
  realm_id: number;
  occasion: string;
  group_id: number | null;
  by_phone: boolean;
  by_browser: boolean;
  by_mail: boolean;
  is_to_mail: boolean;
  created_at: Timestamp;
  ended_at: Timestamp | null;
}

interface NoticeLetterTable {
  user_id: number;
  realm_id: number;
  due_at: Timestamp;
}

interface NoticeProgressTable {
  realm_id: number;
  event_id: number;
}

interface OnboardingStepDoneTable {
  user_id: number;
  name: string;
}

interface PasskeyTable {
  id: Defaulted<number>;
  realm_id: number;
  user_id: number;
  credential_id: Buffer;
  public_key: Buffer;
  sign_count: number;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

interface PasswordResetTable {
  key_hash: Buffer;
  user_id: number;
  email_key: string;
  created_at: Timestamp;
  expires_at: Timestamp;
  used_at: Timestamp | null;
}

interface PlaygroundTable {
  id: Defaulted<number>;
  realm_id: number;
  name: string;
  language: string;
  url_template: string;
}

interface PostedMailTable {
  letter: Buffer;
  posted_at: Timestamp;
}

interface PresenceCounterTable {
  realm_id: number;
  last_update_id: number;
}

interface PushBrowserTable {
  id: Defaulted<number>;
  user_id: number;
  endpoint: string;
  p256dh: Buffer;
  auth: Buffer;
  created_at: Timestamp;
}

interface PushDeviceTable {
  user_id: number;
  push_account_id: number;
  token_kind: string;
  push_public_key: string;
  bouncer_public_key: string | null;
  encrypted_registration: string | null;
  tries: Defaulted<number>;
  relay_device_id: number | null;
  error_code: string | null;
}

interface PushStatusTable {
  realm_id: number;
  can_push: boolean;
  ends_at: number | null;
}

interface PushTokenTable {
  user_id: number;
  token_kind: string;
  token: string;
  app_id: string | null;
  created_at: Timestamp;
  by_stock_client: Defaulted<boolean>;
}

interface RateShareTable {
  bucket: string;
  full_at: Timestamp;
}

interface ReactionTable {
  id: Defaulted<number>;
  message_id: number;
  user_id: number;
  reaction_type: string;
  emoji_code: string;
  emoji_name: string;
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

interface RealmDomainTable {
  id: Defaulted<number>;
  realm_id: number;
  domain: string;
  allow_subdomains: Defaulted<boolean>;
}

interface RealmExportTable {
  id: Defaulted<number>;
  realm_id: number;
  acting_user_id: number;
  export_type: number;
  token: string;
  requested_at: Timestamp;
  finished_at: Timestamp | null;
  failed_at: Timestamp | null;
  deleted_at: Timestamp | null;
  size: number | null;
  tries: Defaulted<number>;
}

interface RealmPictureTable {
  realm_id: number;
  kind: string;
  file_name: string;
}

interface RecipientTable {
  id: Defaulted<number>;
  realm_id: number;
  direct_key: string | null;
}

interface ReplyAddressTable {
  token: Buffer;
  user_id: number;
  message_id: number;
  created_at: Timestamp;
}

interface ResumableUploadTable {
  id: Defaulted<number>;
  token: string;
  realm_id: number;
  owner_id: number;
  metadata: string;
  size: number;
  received: Defaulted<number>;
  expires_at: Timestamp;
  path_id: string | null;
  charged: number | null;
}

interface ResumableUploadPieceTable {
  upload_id: number;
  start: number;
  stored_name: string;
}

interface RunningTimeTable {
  is_only: Defaulted<boolean>;
  running_ms: Defaulted<number>;
  renewed_ms: Defaulted<number>;
}

interface SavedSnippetTable {
  id: Defaulted<number>;
  user_id: number;
  title: string;
  content: string;
  created_at: Timestamp;
}

interface ScheduledMessageTable {
  id: Defaulted<number>;
  realm_id: number;
  sender_id: number;
  channel_id: number | null;
  user_ids: number[] | null;
  topic: Defaulted<string>;
  content: string;
  rendered_content: string;
  client: string;
  read_by_sender: Defaulted<boolean>;
  deliver_at: Timestamp;
  revision: Defaulted<number>;
  is_failed: Defaulted<boolean>;
  message_id: number | null;
  target_id: number | null;
  note: Defaulted<string>;
}

interface ScimGroupTable {
  group_id: number;
  realm_id: number;
  external_id: string | null;
}

interface ScimTokenTable {
  id: Defaulted<number>;
  realm_id: number;
  name: string;
  token_hash: Buffer;
  creator_id: number;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

interface ScimUserTable {
  user_id: number;
  realm_id: number;
  external_id: string | null;
  user_name: string | null;
  user_name_key: string | null;
  given_name: string | null;
  family_name: string | null;
  is_deleted: Defaulted<boolean>;
}

interface ScopedKeyTable {
  id: Defaulted<number>;
  user_id: number;
  name: string;
  key_hash: Buffer;
  is_read_only: boolean;
  operations: string[] | null;
  channel_ids: number[] | null;
  created_at: Timestamp;
  expires_at: Timestamp | null;
  last_used_at: Timestamp | null;
}

interface SearchProgressTable {
  realm_id: number;
  indexed_up_to: number;
}

interface SearchStaleTable {
  message_id: number;
  realm_id: number;
}

interface ServerFactTable {
  key: string;
  value: string;
}

interface SubmessageTable {
  id: Defaulted<number>;
  message_id: number;
  sender_id: number;
  msg_type: string;
  content: string;
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

interface TwoFactorTable {
  user_id: number;
  salt: string;
  confirmed_at: Timestamp | null;
  last_step: Defaulted<number>;
  recovery_hashes: Defaulted<string[]>;
}

interface UnreadExceptionTable {
  user_id: number;
  message_id: number;
}

interface UnreadExceptionChunkTable {
  user_id: number;
  chunk: number;
  message_ids: number[];
}

interface UploadSpaceTable {
  realm_id: number;
  used: number;
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

interface UserPresenceTable {
  user_id: number;
  realm_id: number;
  active_at: Timestamp | null;
  connected_at: Timestamp;
  update_id: number;
}

interface UserStatusTable {
  user_id: number;
  status_text: Defaulted<string>;
  emoji_name: Defaulted<string>;
  emoji_code: Defaulted<string>;
  reaction_type: Defaulted<string>;
}

interface UserTopicTable {
  user_id: number;
  channel_id: number;
  topic_key: string;
  topic: string;
  policy: number;
  updated_at: Timestamp;
}

interface WebSessionTable {
  token_hash: Buffer;
  user_id: number;
  created_at: Timestamp;
  expires_at: Timestamp;
  id: Defaulted<number>;
  method: Defaulted<string>;
  client: Defaulted<string>;
  network: Defaulted<string>;
  last_used_at: Defaulted<Timestamp>;
}

export interface Schema {
  account: AccountTable;
  alert_word: AlertWordTable;
  attachment: AttachmentTable;
  attachment_message: AttachmentMessageTable;
  attachment_picture: AttachmentPictureTable;
  attempt: AttemptTable;
  audit_log: AuditLogTable;
  avatar_image: AvatarImageTable;
  bot: BotTable;
  bot_storage: BotStorageTable;
  channel: ChannelTable;
  channel_address: ChannelAddressTable;
  channel_folder: ChannelFolderTable;
  custom_emoji: CustomEmojiTable;
  custom_profile_field: CustomProfileFieldTable;
  custom_profile_value: CustomProfileValueTable;
  deleted_message: DeletedMessageTable;
  digest: DigestTable;
  direct_member: DirectMemberTable;
  directory_link: DirectoryLinkTable;
  draft: DraftTable;
  email_change: EmailChangeTable;
  event: EventTable;
  event_age: EventAgeTable;
  event_queue: EventQueueTable;
  external_identity: ExternalIdentityTable;
  group_setting: GroupSettingTable;
  https_certificate: HttpsCertificateTable;
  idempotency_key: IdempotencyKeyTable;
  incoming_mail: IncomingMailTable;
  invitation: InvitationTable;
  invitation_batch: InvitationBatchTable;
  link_preview: LinkPreviewTable;
  linkifier: LinkifierTable;
  login_failure: LoginFailureTable;
  login_network: LoginNetworkTable;
  login_step: LoginStepTable;
  mail: MailTable;
  message: MessageTable;
  message_edit: MessageEditTable;
  message_flag: MessageFlagTable;
  message_former_place: MessageFormerPlaceTable;
  message_search: MessageSearchTable;
  migration: MigrationTable;
  muted_user_period: MutedUserPeriodTable;
  navigation_view: NavigationViewTable;
  notice: NoticeTable;
  notice_letter: NoticeLetterTable;
  notice_progress: NoticeProgressTable;
  onboarding_step_done: OnboardingStepDoneTable;
  passkey: PasskeyTable;
  password_reset: PasswordResetTable;
  playground: PlaygroundTable;
  posted_mail: PostedMailTable;
  presence_counter: PresenceCounterTable;
  push_browser: PushBrowserTable;
  push_device: PushDeviceTable;
  push_status: PushStatusTable;
  push_token: PushTokenTable;
  rate_share: RateShareTable;
  reaction: ReactionTable;
  read_chunk: ReadChunkTable;
  realm: RealmTable;
  realm_counter: RealmCounterTable;
  realm_domain: RealmDomainTable;
  realm_export: RealmExportTable;
  realm_picture: RealmPictureTable;
  recipient: RecipientTable;
  reply_address: ReplyAddressTable;
  resumable_upload: ResumableUploadTable;
  resumable_upload_piece: ResumableUploadPieceTable;
  running_time: RunningTimeTable;
  saved_snippet: SavedSnippetTable;
  scheduled_message: ScheduledMessageTable;
  scim_group: ScimGroupTable;
  scim_token: ScimTokenTable;
  scim_user: ScimUserTable;
  scoped_key: ScopedKeyTable;
  search_progress: SearchProgressTable;
  search_stale: SearchStaleTable;
  server_fact: ServerFactTable;
  submessage: SubmessageTable;
  subscription: SubscriptionTable;
  subscription_period: SubscriptionPeriodTable;
  two_factor: TwoFactorTable;
  unread_exception: UnreadExceptionTable;
  unread_exception_chunk: UnreadExceptionChunkTable;
  upload_space: UploadSpaceTable;
  user_group: UserGroupTable;
  user_group_member: UserGroupMemberTable;
  user_group_subgroup: UserGroupSubgroupTable;
  user_presence: UserPresenceTable;
  user_status: UserStatusTable;
  user_topic: UserTopicTable;
  web_session: WebSessionTable;
}
