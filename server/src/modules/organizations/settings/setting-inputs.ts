import { ownersOnlySettings } from "@parlance/contract/entities/owners-only.ts";
import { z } from "zod";
import type { RealmPermissions } from "@parlance/contract/nouns/realm.ts";
import { bool, choice, exactly, int, intOr, json, jsonOrText, text } from "#kernel/http/params.ts";
import { GroupSettingUpdate } from "#modules/groups/core/group-setting-value.ts";
import { groupSettings } from "#modules/groups/core/setting-declarations.ts";
import { loginMethods } from "#modules/organizations/core/authentication-methods.ts";
import { languageName } from "#modules/organizations/core/languages.ts";
import { MAX_NAME_LENGTH, ONE_LINE } from "./realm-name.ts";
import { videoChatProviderIds } from "./video-chat-providers.ts";

const MAX_DESCRIPTION_LENGTH = 1000;
const MAX_WELCOME_TEXT_LENGTH = 8000;
const MAX_URL_LENGTH = 200;
const MAX_CODE_LANGUAGE_LENGTH = 40;
/** A hundred years, longer than anyone waits. */
const MAX_WAITING_DAYS = 36_525;
const NONE = -1;

/** Kinds of organization that can be told apart: 0 unspecified, then business, education, community and the like. */
const ORGANIZATION_TYPES = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000];

const seconds = () => intOr("unlimited").describe("Seconds after sending, or `unlimited`");
const channel = () => int({ min: NONE }).describe("Channel id; -1 for none");

/** An id of something that can be chosen from; the error names the one that cannot. */
const chosenFrom = (name: string, ids: readonly number[]) =>
  int().refine(
    (value) => ids.includes(value),
    exactly((value) => `Invalid ${name} ${String(value)}`),
  );

/** What administrators set, in the words of the API; group settings are apart. */
const plainInputs = {
  name: text({ min: 1, max: MAX_NAME_LENGTH, pattern: ONE_LINE }),
  description: text({ max: MAX_DESCRIPTION_LENGTH }),
  allow_message_editing: bool(),
  authentication_methods: json(z.partialRecord(z.enum(loginMethods), bool())).describe(
    "By the name of the way; those that are not named stay as they are",
  ),
  avatar_changes_disabled: bool().describe("For all but administrators"),
  default_code_block_language: text({ max: MAX_CODE_LANGUAGE_LENGTH }),
  default_language: text().refine(
    (code) => languageName(code) !== null,
    exactly((code) => `Invalid language '${String(code)}'`),
  ),
  digest_emails_enabled: bool(),
  digest_weekday: int({ min: 0, max: 6 }).describe("0 is Monday"),
  disallow_disposable_email_addresses: bool(),
  email_changes_disabled: bool().describe("For all but administrators"),
  emails_restricted_to_domains: bool(),
  enable_guest_user_dm_warning: bool(),
  enable_guest_user_indicator: bool(),
  enable_read_receipts: bool(),
  enable_spectator_access: bool(),
  giphy_rating: chosenFrom("giphy_rating", [0, 1, 2, 3, 4]),
  inline_image_preview: bool(),
  inline_url_embed_preview: bool(),
  invite_required: bool().describe("Off: whoever has an address that the organization takes may sign up"),
  jitsi_server_url: jsonOrText(z.union([z.url({ protocol: /^https?$/ }).max(MAX_URL_LENGTH), z.literal("default")])),
  message_content_allowed_in_email_notifications: bool(),
  message_content_delete_limit_seconds: seconds(),
  message_content_edit_limit_seconds: seconds(),
  message_edit_history_visibility_policy: choice("all", "moves", "none"),
  message_retention_days: intOr("unlimited").describe("Days, or `unlimited`"),
  moderation_request_channel_id: channel().describe("A private channel; -1 for none"),
  move_messages_between_streams_limit_seconds: seconds(),
  move_messages_within_stream_limit_seconds: seconds(),
  name_changes_disabled: bool().describe("For all but administrators"),
  new_stream_announcements_stream_id: channel(),
  org_type: chosenFrom("org_type", ORGANIZATION_TYPES),
  presence_disabled: bool(),
  require_e2ee_push_notifications: bool(),
  require_unique_names: bool(),
  send_welcome_emails: bool(),
  service_update_announcements_stream_id: channel(),
  signup_announcements_stream_id: channel(),
  topics_policy: choice("allow_empty_topic", "disable_empty_topic"),
  video_chat_provider: chosenFrom("video_chat_provider", videoChatProviderIds),
  waiting_period_threshold: int({ min: 0, max: MAX_WAITING_DAYS }).describe("Days until a new member counts as full"),
  want_advertise_in_communities_directory: bool(),
  welcome_message_custom_text: text({ max: MAX_WELCOME_TEXT_LENGTH }).describe("Markdown; empty for none"),
};

const permissionNames = Object.keys(groupSettings.realm) as (keyof RealmPermissions)[];

/** Who may do what: `{ new, old? }` each. */
const permissionInputs = Object.fromEntries(permissionNames.map((name) => [name, json(GroupSettingUpdate)])) as Record<
  keyof RealmPermissions,
  typeof GroupSettingUpdate
>;

/** All of them; none is required. */
export const realmInput = z.object(plainInputs).partial().extend(z.object(permissionInputs).partial().shape);
export type RealmInput = z.output<typeof realmInput>;

const ownersOnlyNames: readonly (keyof typeof plainInputs | keyof RealmPermissions)[] = ownersOnlySettings;

/** What an administrator who is no owner may not touch. */
export const ownersOnly: ReadonlySet<string> = new Set(ownersOnlyNames);

/** Whether a setting says who may do something. */
export const isPermission = (name: string): boolean => name in permissionInputs;
