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
 * The settings of a server with what stands in files of their own.
 * @throws ConfigError
 */
export async function loadSettingsFromFiles(
  { server, identityProvidersFile }: Pick<Config, "server" | "identityProvidersFile">,
  env: NodeJS.ProcessEnv,
) {
  const identityProviders = await loadProviderSettings(identityProvidersFile, env);
  return { ...server, identityProviders, ldap: server.ldap && { ...server.ldap, accessRules: identityProviders.ldap } };
}

/** What the behaviour of a server depends on. */
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
  /** Where the server is reached; organizations are its subdomains. */
  readonly url: string;
  readonly queueIdleSeconds: number;
  /** The most event queues of one account. */
  readonly queuesPerAccount: number;
  readonly heartbeatSeconds: number;
  readonly eventLogMaxAgeSeconds: number;
  /** How long an invitation can be used by default. */
  readonly invitationValidityMinutes: number;
  /** The most invitations that an organization may mail within 24 hours; 0: any number. */
  readonly invitationsPerDay: number;
  /** The same for all organizations together that are at most 7 days old. */
  readonly invitationsPerDayOfNewcomers: number;
  /** The names that clients made for another brand of the protocol read. */
  readonly wireAliases: WireAliases;
  /** Whether pictures of people who uploaded none come from gravatar.com. */
  readonly gravatar: boolean;
  /** Whether organizations may open channels to everybody. */
  readonly webPublicChannels: boolean;
  /** Where video calls are made with Jitsi Meet, unless an organization says otherwise. */
  readonly jitsiUrl?: string | undefined;
  readonly trustedProxies: number;
  /** What the messages around an anchor may come to in one answer. */
  readonly messagePageBytes: number;
  /** What answers may come to that were made and that clients have not taken. */
  readonly answersBytes: number;
  /** How long a client may leave a piece of an answer unread. */
  readonly answerPatienceSeconds: number;
  /** How large an uploaded file may be; 0: no files are taken. */
  readonly maxUploadMib: number;
  /** How much the files of one organization may come to; 0: any amount. */
  readonly uploadQuotaMib: number;
  readonly rateLimits: DeclaredRateLimitRules;
  /** How much of a response counts as one request, in KiB; 0: its size does not count. */
  readonly rateLimitResponseKib: number;
  /** Default: the server leaves encryption to a proxy. */
  readonly https?: HttpsSettings | undefined;
  /** Where people can sign in beside this server. Default: nowhere. */
  readonly identityProviders?: ProviderSettings | undefined;
}
