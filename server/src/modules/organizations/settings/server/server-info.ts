import { OFFLINE_THRESHOLD_SECONDS, PING_INTERVAL_SECONDS } from "#modules/users/core/presence/presence-intervals.ts";
import type { ExternalAuthenticationMethod } from "@parlance/contract/server-settings.ts";
import type { LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { type ExternalMethodName, externalMethodNames } from "#modules/organizations/core/authentication-methods.ts";
import type { z } from "zod";
import type { serverFields } from "@parlance/contract/nouns/server.ts";
import { MIN_PASSWORD_GUESSES } from "#modules/sign-in/passwords/password-strength.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "#modules/sign-in/passwords/password-hashing.ts";
import { MAX_FOLDER_DESCRIPTION_LENGTH, MAX_FOLDER_NAME_LENGTH } from "#modules/channels/folders/folder-names.ts";
import { MAX_CHANNEL_DESCRIPTION_LENGTH, MAX_CHANNEL_NAME_LENGTH } from "#modules/channels/core/channel-names.ts";
import { thumbnailFormats } from "#modules/messages/attachments/thumbnails.ts";
import { MAX_CONTENT_CHARACTERS, MAX_TOPIC_CHARACTERS } from "#modules/messages/conversations/message-text.ts";
import { supportedPermissionSettings } from "#modules/groups/core/settings/setting-declarations.ts";
import { version } from "@parlance/kernel/base/version.ts";

/** Feature level of the protocol. Clients compare it with the levels at which features were added. */
const FEATURE_LEVEL = 420;

/** Version fields that identify the server to clients. They are part of every snapshot, and available before login. */
export const serverInfo = {
  service_feature_level: FEATURE_LEVEL,
  service_version: version,
  // The release on which this one is based. There is no other, so it is the same version.
  service_merge_base: version,
};

/** Time for which clients wait for a poll's response in addition to the heartbeat interval, in seconds. */
const LONGPOLL_MARGIN_SECONDS = 30;

/** URL path of the list of Unicode emoji. */
export const EMOJI_DATA_PATH = "/static/emoji.json";

/** Start time of this process, in UNIX seconds. */
export const serverGeneration = Math.floor(performance.timeOrigin / 1000);

/** Content ratings that an organization can choose for GIF search. */
const giphyRatings = {
  disabled: { id: 0, name: "GIFs turned off" },
  g: { id: 1, name: "Rated G (general audiences)" },
  pg: { id: 2, name: "Rated PG (parental guidance)" },
  "pg-13": { id: 3, name: "Rated PG-13 (parents strongly cautioned)" },
  r: { id: 4, name: "Rated R (restricted)" },
};

/** External login methods of this server. */
export interface ServerLogins {
  /** Methods with a button on the login page, in their order. */
  readonly externalLoginMethods: readonly ExternalLoginMethod[];
  /** Settings of the LDAP server; undefined if LDAP is not available. */
  readonly ldap?: LdapSettings | undefined;
  /** Methods without a button on the login page. */
  readonly buttonlessLoginMethods: readonly ButtonlessLoginMethod[];
}

/** A login method for which clients show no button. */
export interface ButtonlessLoginMethod {
  readonly method: ExternalMethodName;
  /** Subdomains of the organizations that may use the method; null if all may. */
  readonly organizations: readonly string[] | null;
}

/** An identity provider or another login site, as clients show it. */
export interface ExternalLoginMethod {
  readonly method: ExternalMethodName;
  /** Subdomains of the organizations that may use the method; null if all may. */
  readonly organizations: readonly string[] | null;
  /** Issuer under which identities of this provider are stored. */
  readonly issuer: string;
  readonly button: ExternalAuthenticationMethod;
}

/**
 * Returns the external login methods with a button that an organization may use, whether or not it has enabled them.
 */
export const externalLoginMethodsOf = (
  { externalLoginMethods }: ServerLogins,
  realm: Pick<RealmContext, "subdomain">,
): ExternalLoginMethod[] => externalLoginMethods.filter((method) => isUsedBy(method, realm));

const isUsedBy = ({ organizations }: ButtonlessLoginMethod, { subdomain }: Pick<RealmContext, "subdomain">): boolean =>
  organizations?.includes(subdomain) ?? true;

/** Returns the names of the external login methods that an organization may use. */
export function externalMethodNamesOf(
  logins: ServerLogins,
  realm: Pick<RealmContext, "subdomain">,
): ExternalMethodName[] {
  const ways = [...logins.externalLoginMethods, ...logins.buttonlessLoginMethods].filter((way) => isUsedBy(way, realm));
  return externalMethodNames.filter((one) =>
    one === "LDAP" ? logins.ldap !== undefined : ways.some(({ method }) => method === one),
  );
}

/** Settings of the server that clients need. */
export interface ServerCapabilities {
  readonly heartbeatSeconds: number;
  /** Whether links to web pages can be previewed. */
  readonly linkPreviews: boolean;
  /** Whether organizations may have web-public channels. */
  readonly webPublicChannels: boolean;
  /** Default Jitsi Meet server for video calls, which organizations can replace; undefined if there is none. */
  readonly jitsiUrl?: string | undefined;
  /** Maximum size of an uploaded file, in MiB; 0: uploads are not accepted. */
  readonly maxUploadMib: number;
}

/** Returns limits and capabilities of the server. An upload limit of 0 means that uploads are not accepted. */
export function serverSnapshotFields({
  heartbeatSeconds,
  linkPreviews,
  webPublicChannels,
  jitsiUrl,
  maxUploadMib,
}: ServerCapabilities) {
  return {
    max_message_length: MAX_CONTENT_CHARACTERS,
    max_topic_length: MAX_TOPIC_CHARACTERS,
    max_stream_name_length: MAX_CHANNEL_NAME_LENGTH,
    max_stream_description_length: MAX_CHANNEL_DESCRIPTION_LENGTH,
    max_channel_folder_name_length: MAX_FOLDER_NAME_LENGTH,
    max_channel_folder_description_length: MAX_FOLDER_DESCRIPTION_LENGTH,
    max_avatar_file_size_mib: 5,
    max_file_upload_size_mib: maxUploadMib,
    max_icon_file_size_mib: 5,
    max_logo_file_size_mib: 5,
    password_min_length: MIN_PASSWORD_LENGTH,
    password_max_length: MAX_PASSWORD_LENGTH,
    password_min_guesses: MIN_PASSWORD_GUESSES,
    event_queue_longpoll_timeout_seconds: heartbeatSeconds + LONGPOLL_MARGIN_SECONDS,
    server_generation: serverGeneration,
    server_presence_ping_interval_seconds: PING_INTERVAL_SECONDS,
    server_presence_offline_threshold_seconds: OFFLINE_THRESHOLD_SECONDS,
    server_typing_started_expiry_period_milliseconds: 15_000,
    server_typing_started_wait_period_milliseconds: 10_000,
    server_typing_stopped_wait_period_milliseconds: 5_000,
    server_min_deactivated_realm_deletion_days: null,
    server_max_deactivated_realm_deletion_days: null,
    server_avatar_changes_disabled: false,
    server_name_changes_disabled: false,
    server_can_summarize_topics: false,
    server_emoji_data_url: EMOJI_DATA_PATH,
    server_inline_image_preview: false,
    server_inline_url_embed_preview: linkPreviews,
    server_jitsi_server_url: jitsiUrl ?? null,
    server_needs_upgrade: false,
    server_supported_permission_settings: supportedPermissionSettings,
    server_thumbnail_formats: thumbnailFormats,
    server_web_public_streams_enabled: webPublicChannels,
    settings_send_digest_emails: false,
    development_environment: false,
    giphy_rating_options: giphyRatings,
    jitsi_server_url: "",
  } satisfies Fields;
}

type Fields = { [Name in keyof typeof serverFields]: z.input<(typeof serverFields)[Name]> };
