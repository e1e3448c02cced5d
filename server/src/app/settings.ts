import type { BackupSettings } from "../backups/settings.ts";
import type { HttpsSettings } from "../https/settings.ts";
import { type ProviderSettings, loadProviderSettings } from "#modules/sign-in/providers/provider-settings.ts";
import type { DeclaredRateLimitRules } from "./config/rate-limits.ts";
import type { FileSettings } from "@parlance/kernel/files/settings.ts";
import type { LoginSettings } from "#modules/sign-in/credentials/password-login.ts";
import type { ClientLimits } from "@parlance/kernel/http/limits.ts";
import type { WireAliases } from "@parlance/kernel/http/wire-aliases.ts";
import type { LinkPreviewSettings } from "#modules/messages/link-previews/settings.ts";
import type { ChannelEmailSettings } from "#modules/channels/email/channel-email-settings.ts";
import type { VideoCallSettings } from "#modules/platform/video-calls/video-call-settings.ts";
import type { IncomingEmailSettings } from "#modules/notifications/incoming-email/settings.ts";
import type { PushSettings } from "#modules/notifications/push-devices/settings.ts";
import type { EmailSettings } from "#modules/platform/email/email-settings.ts";
import type { Config } from "./config/load-config.ts";
import type { TracingSettings } from "@parlance/kernel/tracing/settings.ts";
import type { ListenAddress } from "./config/metrics-settings.ts";

/**
 * Returns the server's settings, including those that are read from separate files.
 * @throws ConfigError
 */
export async function loadSettingsFromFiles(
  { server, identityProvidersFile }: Pick<Config, "server" | "identityProvidersFile">,
  env: NodeJS.ProcessEnv,
) {
  const identityProviders = await loadProviderSettings(identityProvidersFile, env);
  return { ...server, identityProviders, ldap: server.ldap && { ...server.ldap, accessRules: identityProviders.ldap } };
}

/** Settings on which the behavior of the server depends. */
export interface ServerSettings
  extends
    EmailSettings,
    LoginSettings,
    LinkPreviewSettings,
    ChannelEmailSettings,
    IncomingEmailSettings,
    VideoCallSettings,
    PushSettings,
    FileSettings,
    Partial<TracingSettings>,
    ClientLimits {
  /** URL of the server. Organizations have subdomains of its host. */
  readonly url: string;
  readonly queueIdleSeconds: number;
  /** Maximum number of event queues per account. */
  readonly queuesPerAccount: number;
  readonly heartbeatSeconds: number;
  readonly eventLogMaxAgeSeconds: number;
  /** Default validity of an invitation. */
  readonly invitationValidityMinutes: number;
  /** Maximum number of invitation emails that an organization may send within 24 hours; 0: no limit. */
  readonly invitationsPerDay: number;
  /**
   * Maximum number of invitation emails within 24 hours that all organizations that are less than 7 days old may send
   * together.
   */
  readonly invitationsPerDayOfNewcomers: number;
  /** Alternative field names, for clients that were made for another product with the same protocol. */
  readonly wireAliases: WireAliases;
  /** Whether users without an uploaded profile picture get one from gravatar.com. */
  readonly gravatar: boolean;
  /** Whether organizations may have web-public channels. */
  readonly webPublicChannels: boolean;
  /** URL of the Jitsi Meet server for video calls, unless an organization has set another one. */
  readonly jitsiUrl?: string | undefined;
  readonly trustedProxies: number;
  /** Maximum total size of the messages in one response, such as a page of messages or an edit history, in bytes. */
  readonly messagePageBytes: number;
  /** Maximum total size of the responses that wait in memory because clients have not read them yet, in bytes. */
  readonly answersBytes: number;
  /** Maximum time that a client may take to read a chunk of a response, in seconds. */
  readonly responseReadTimeoutSeconds: number;
  /** Maximum size of an uploaded file; 0: uploads are not accepted. */
  readonly maxUploadMib: number;
  /** Maximum total size of the files of one organization; 0: no limit. */
  readonly uploadQuotaMib: number;
  readonly rateLimits: DeclaredRateLimitRules;
  /** Response size that counts as one request for the rate limit, in KiB; 0: response sizes do not count. */
  readonly rateLimitResponseKib: number;
  /** The data directory, whose free space is among the metrics. */
  readonly dataDir: string;
  /** Bearer token that a request for the metrics must have. Default: none is needed. */
  readonly metricsToken?: string | undefined;
  /** Separate address on which the metrics are served. Default: on the server's own address. */
  readonly metricsAddress?: ListenAddress | undefined;
  /** If undefined, the server speaks plain HTTP, and a proxy may add encryption. */
  readonly https?: HttpsSettings | undefined;
  /** Backups that the server makes by itself. Default: none. */
  readonly backup?: BackupSettings | undefined;
  /** External identity providers for logins. Default: none. */
  readonly identityProviders?: ProviderSettings | undefined;
}
