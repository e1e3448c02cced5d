import { defaultClientLimits } from "../http/limits.ts";
import { fileSettings } from "./file-settings.ts";
import { httpsDeclarations } from "./https-settings.ts";
import { incomingMailSettings } from "./incoming-mail-settings.ts";
import { ldapDeclarations } from "./ldap-settings.ts";
import { rateLimitSettings } from "./rate-limit-settings.ts";
import {
  flag,
  hosts,
  httpProxy,
  integer,
  mailAddress,
  oneOf,
  optional,
  origin,
  postgresUrl,
  setting,
  smtpUrl,
  string,
  type ValueOf,
  webAddress,
  webFolder,
} from "./setting.ts";
import { wireAliasSetting } from "./wire-alias-setting.ts";

/** Everything that can be set, in the order in which it is documented. */
export const settings = {
  host: setting(string("an IP address or a host name", /^[\w.:-]+$/), {
    variable: "PARLANCE_HOST",
    default: "127.0.0.1",
    meaning: "Address to listen on. The default is right behind a reverse proxy on the same machine.",
  }),
  port: setting(integer(0, 65_535), {
    variable: "PARLANCE_PORT",
    default: 9800,
    meaning: "TCP port to listen on; 0 picks a free port.",
  }),
  externalUrl: optional(origin, {
    variable: "PARLANCE_EXTERNAL_URL",
    defaultText: "the address it listens on",
    meaning:
      "Public URL of the server. Each organization is at a subdomain of this host, or at the host itself; links in emails and responses begin with this URL.",
  }),
  ...httpsDeclarations,
  dataDir: setting(string("a folder"), {
    variable: "PARLANCE_DATA_DIR",
    default: "./data",
    meaning: "Data directory: contains the embedded database, the secret and uploaded files.",
  }),
  secret: optional(string("at least 32 characters", /^.{32,}$/s), {
    variable: "PARLANCE_SECRET",
    isSecret: true,
    defaultText: "generated at the first start and stored in `secret.key` in the data directory",
    meaning:
      "Secret from which API keys are derived. All processes of an installation must use the same one. Anyone who knows it can act as any user.",
  }),
  databaseUrl: optional(postgresUrl, {
    variable: "DATABASE_URL",
    isSecret: true,
    defaultText: "an embedded PostgreSQL in the data directory",
    meaning: "PostgreSQL database to use instead of the embedded one.",
  }),
  databasePoolSize: setting(integer(2, 1_000), {
    variable: "PARLANCE_DATABASE_POOL_SIZE",
    default: 20,
    unit: "connections",
    meaning: "Maximum number of database connections per process for requests.",
  }),
  postgresBin: optional(string("a folder"), {
    variable: "PARLANCE_POSTGRES_BIN",
    defaultText: "the bundled programs",
    meaning: "Folder with the PostgreSQL programs (`postgres`, `initdb`), for platforms without bundled ones.",
  }),
  smtpUrl: optional(smtpUrl, {
    variable: "SMTP_URL",
    isSecret: true,
    defaultText: "emails are saved as files in the `mail` folder of the data directory",
    meaning:
      "Mail server for outgoing email, such as invitations. `smtps://` uses TLS from the start. With `smtp://` and a user, encryption is required unless `?tls=optional` or `?tls=off` is appended; without a user, it is used if the mail server offers it. `?certificate=any` accepts untrusted certificates.",
  }),
  ...fileSettings,
  mailFrom: optional(mailAddress, {
    variable: "PARLANCE_MAIL_FROM",
    defaultText: "`noreply@` the host of `PARLANCE_EXTERNAL_URL`",
    meaning: "From address of outgoing emails; the organization's name is added.",
  }),
  mailRetrySeconds: setting(integer(1, 86_400), {
    variable: "PARLANCE_MAIL_RETRY_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "Delay before a failed email is retried. It doubles with each attempt, up to two hours; after 14 attempts, the email is marked as failed.",
  }),
  ...incomingMailSettings,
  pushRelayUrl: optional(
    { ...webFolder, accepts: "a URL without a query, such as https://relay.example.com" },
    {
      variable: "PARLANCE_PUSH_RELAY_URL",
      defaultText: "none: no push notifications for phones",
      meaning:
        "Relay that forwards push notifications to phones. It cannot read the encrypted notifications of apps that support encryption; see `docs/push.md`.",
    },
  ),
  sendLoginEmails: setting(flag, {
    variable: "PARLANCE_SEND_LOGIN_EMAILS",
    default: true,
    meaning: "Whether users are notified by email of new logins to their account.",
  }),
  ...ldapDeclarations,
  identityProvidersFile: optional(string("a file"), {
    variable: "PARLANCE_IDENTITY_PROVIDERS",
    defaultText: "none: users log in with their passwords",
    meaning:
      "JSON file with the configuration of single sign-on: identity providers, an authenticating proxy, and issuers of signed tokens. See `docs/single-sign-on.md`.",
  }),
  logLevel: setting(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), {
    variable: "PARLANCE_LOG_LEVEL",
    default: "info",
    meaning: "Minimum level of the messages that are logged.",
  }),
  queueIdleSeconds: setting(integer(1, 604_800), {
    variable: "PARLANCE_EVENT_QUEUE_IDLE_SECONDS",
    default: 600,
    unit: "seconds",
    meaning:
      "How long an event queue is kept without being polled. Time in which the server or its database is unavailable does not count.",
  }),
  queuesPerAccount: setting(integer(1, 10_000), {
    variable: "PARLANCE_EVENT_QUEUES_PER_ACCOUNT",
    default: 100,
    unit: "queues",
    meaning:
      "Maximum number of event queues per account. Registering another one deletes the queue that has not been polled for the longest time; a queue with a waiting poll is never deleted.",
  }),
  heartbeatSeconds: setting(integer(1, 3_600), {
    variable: "PARLANCE_HEARTBEAT_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "Time within which every long poll is answered. The server sends a heartbeat after a random 75 to 92 % of it.",
  }),
  eventLogMaxAgeSeconds: setting(integer(60, 31_536_000), {
    variable: "PARLANCE_EVENT_LOG_MAX_AGE_SECONDS",
    default: 604_800,
    unit: "seconds",
    meaning:
      "How long events are kept for queues that have not fetched them. A client that needs older events has to register a new queue.",
  }),
  invitationValidityMinutes: setting(integer(1, 52_560_000), {
    variable: "PARLANCE_INVITATION_LINK_VALIDITY_MINUTES",
    default: 14_400,
    unit: "minutes",
    meaning: "How long an invitation is valid by default.",
  }),
  invitationsPerDay: setting(integer(0, 1_000_000), {
    variable: "PARLANCE_INVITATIONS_PER_DAY",
    default: 0,
    defaultText: "0, which means no limit",
    unit: "letters",
    meaning:
      "Maximum number of invitation emails per organization within 24 hours. Set a limit if organizations belong to people you do not know.",
  }),
  invitationsPerDayOfNewcomers: setting(integer(0, 1_000_000), {
    variable: "PARLANCE_INVITATIONS_PER_DAY_OF_NEW_ORGANIZATIONS",
    default: 0,
    defaultText: "0, which means no limit",
    unit: "letters",
    meaning: "The same limit for all organizations that are at most 7 days old, taken together.",
  }),
  wireAliases: wireAliasSetting,
  gravatar: setting(flag, {
    variable: "PARLANCE_GRAVATAR",
    default: true,
    meaning:
      "Whether users without an uploaded profile picture are shown with the one from gravatar.com for their email address. That service can then see who looks at whose picture; if false, the server generates pictures itself.",
  }),
  webPublicChannels: setting(flag, {
    variable: "PARLANCE_WEB_PUBLIC_CHANNELS",
    default: true,
    meaning:
      "Whether organizations can have web-public channels, which can be read without an account. Each organization also has to turn them on (`enable_spectator_access`). If false, web-public channels cannot be created, and existing ones cannot be read without an account.",
  }),
  jitsiUrl: optional(webAddress, {
    variable: "PARLANCE_JITSI_URL",
    defaultText: "none",
    meaning: "Jitsi Meet server for video calls, in organizations that did not set their own.",
  }),
  bigBlueButtonUrl: optional(webFolder, {
    variable: "PARLANCE_BIGBLUEBUTTON_URL",
    defaultText: "none",
    meaning: "BigBlueButton server for video calls, as printed by `bbb-conf --secret` there. Requires the secret.",
  }),
  bigBlueButtonSecret: optional(string("at least 8 characters", /^.{8,}$/s), {
    variable: "PARLANCE_BIGBLUEBUTTON_SECRET",
    isSecret: true,
    defaultText: "none",
    meaning: "Shared secret of the BigBlueButton server, as printed by `bbb-conf --secret`.",
  }),
  linkPreviews: setting(flag, {
    variable: "PARLANCE_LINK_PREVIEWS",
    default: true,
    meaning:
      "Whether the server fetches linked pages for link previews, in organizations that turned them on (`inline_url_embed_preview`).",
  }),
  linkPreviewProxy: optional(httpProxy, {
    variable: "PARLANCE_LINK_PREVIEW_PROXY",
    defaultText: "none",
    meaning:
      "Proxy through which linked pages are fetched (`CONNECT`). It resolves their host names, so it has to refuse internal addresses.",
  }),
  linkPreviewInternalHosts: setting(hosts, {
    variable: "PARLANCE_LINK_PREVIEW_INTERNAL_HOSTS",
    default: [],
    defaultText: "none",
    meaning:
      "Hosts with link previews despite internal addresses or ports other than 80 and 443. Every user can then see the title and description of all their pages that require no login.",
  }),
  trustedProxies: setting(integer(0, 10), {
    variable: "PARLANCE_TRUST_PROXY",
    default: 0,
    unit: "proxies",
    meaning:
      "Number of trusted reverse proxies in front of the server, whose `X-Forwarded-For` and `X-Forwarded-Host` headers are used. If the number is too large, clients can forge their IP address.",
  }),
  messagePageBytes: setting(integer(10_000, 1_000_000_000), {
    variable: "PARLANCE_MESSAGE_PAGE_BYTES",
    default: 10_000_000,
    unit: "bytes",
    meaning:
      "Maximum size of the messages in one page. If they are longer, the messages nearest to the anchor are returned, and clients fetch the rest with the next page.",
  }),
  answersBytes: setting(integer(1_000_000, 1_000_000_000_000), {
    variable: "PARLANCE_UNREAD_RESPONSES_BYTES",
    formerVariable: "PARLANCE_ANSWERS_BYTES",
    default: 256_000_000,
    unit: "bytes",
    meaning:
      "Maximum total size of responses that clients have not read yet. Above it, requests with large responses get status 503 until clients have read some.",
  }),
  answerPatienceSeconds: setting(integer(1, 3_600), {
    variable: "PARLANCE_RESPONSE_READ_TIMEOUT_SECONDS",
    formerVariable: "PARLANCE_ANSWER_PATIENCE_SECONDS",
    default: 60,
    unit: "seconds",
    meaning: "How long a client may take to read 64 KiB of a response before it is disconnected.",
  }),
  bodiesMib: setting(integer(128, 1_048_576), {
    variable: "PARLANCE_REQUEST_BODIES_MIB",
    default: defaultClientLimits.bodiesMib,
    unit: "MiB",
    meaning:
      "Maximum total size of the request bodies being received or processed in one process. Each IP address and each account can use a quarter of it; further requests are rejected with the message that the server is busy.",
  }),
  bodyBytesPerSecond: setting(integer(0, 1_073_741_824), {
    variable: "PARLANCE_BODY_BYTES_PER_SECOND",
    default: defaultClientLimits.bodyBytesPerSecond,
    unit: "bytes per second",
    meaning: "Minimum average rate at which a request body must arrive. Slower requests are aborted.",
  }),
  bodyGraceSeconds: setting(integer(0, 300), {
    variable: "PARLANCE_BODY_GRACE_SECONDS",
    default: defaultClientLimits.bodyGraceSeconds,
    unit: "seconds",
    meaning: "How long a request body may stall before the minimum rate applies.",
  }),
  connectionsPerAddress: setting(integer(1, 10_000_000), {
    variable: "PARLANCE_CONNECTIONS_PER_ADDRESS",
    default: defaultClientLimits.connectionsPerAddress,
    unit: "connections",
    meaning:
      "Maximum number of connections per client IP address (IPv4 address or IPv6 /64 network). Ignored with `PARLANCE_TRUST_PROXY`, because all connections then come from the proxy, which has limits of its own.",
  }),
  requestsPerAddress: setting(integer(1, 10_000_000), {
    variable: "PARLANCE_REQUESTS_PER_ADDRESS",
    default: defaultClientLimits.requestsPerAddress,
    unit: "requests",
    meaning:
      "Maximum number of concurrent requests per client IP address, including long polls. Raise it if very many users share one address or an untrusted proxy.",
  }),
  ...rateLimitSettings,
  strict: setting(flag, {
    variable: "PARLANCE_CHECK_RESPONSES",
    formerVariable: "PARLANCE_STRICT",
    default: false,
    meaning:
      "Checks every response against its declaration and fails if they differ. For tests and development; slows the server down.",
  }),
};

/** The values of all settings. */
export type SettingValues = { readonly [K in keyof typeof settings]: ValueOf<(typeof settings)[K]> };
