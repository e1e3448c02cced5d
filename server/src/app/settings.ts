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

/**
 * Returns the server's settings, including those that are in separate files.
 * @throws ConfigError
 */
export async function loadSettingsFromFiles(
  { server, identityProvidersFile }: Pick<Config, "server" | "identityProvidersFile">,
  env: NodeJS.ProcessEnv,
) {
  const identityProviders = await loadProviderSettings(identityProvidersFile, env);
  return { ...server, identityProviders, ldap: server.ldap && { ...server.ldap, accessRules: identityProviders.ldap } };
}

/** Settings of a server that its behavior depends on. */
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
    ClientLimits {
  /** URL of the server; organizations are on its subdomains. */
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
  /** The same limit for all organizations together that are at most 7 days old. */
  readonly invitationsPerDayOfNewcomers: number;
  /** The names that clients made for another brand of the protocol read. */
  readonly wireAliases: WireAliases;
  /** Whether users without an uploaded profile picture are shown with one from gravatar.com. */
  readonly gravatar: boolean;
  /** Whether organizations may have web-public channels. */
  readonly webPublicChannels: boolean;
  /** Jitsi Meet server for video calls, unless an organization has set its own. */
  readonly jitsiUrl?: string | undefined;
  readonly trustedProxies: number;
  /** Maximum total size of the messages around an anchor in one response. */
  readonly messagePageBytes: number;
  /** Maximum total size of responses that clients have not read yet. */
  readonly answersBytes: number;
  /** Time that a client may take to read a piece of a response. */
  readonly answerPatienceSeconds: number;
  /** Maximum size of an uploaded file; 0: uploads are not accepted. */
  readonly maxUploadMib: number;
  /** Maximum total size of the files of one organization; 0: no limit. */
  readonly uploadQuotaMib: number;
  readonly rateLimits: DeclaredRateLimitRules;
  /** Size of a response that counts as one request, in KiB; 0: its size does not count. */
  readonly rateLimitResponseKib: number;
  /** Default: encryption is left to a proxy. */
  readonly https?: HttpsSettings | undefined;
  /** External identity providers for logins. Default: none. */
  readonly identityProviders?: ProviderSettings | undefined;
}
