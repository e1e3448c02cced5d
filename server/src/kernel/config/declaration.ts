import { usualBounds } from "../http/limits.ts";
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
    meaning: "The address on which the server listens. Behind a proxy on the same machine the default is right.",
  }),
  port: setting(integer(0, 65_535), {
    variable: "PARLANCE_PORT",
    default: 9800,
    meaning: "The TCP port on which the server listens; 0 takes any that is free.",
  }),
  externalUrl: optional(origin, {
    variable: "PARLANCE_EXTERNAL_URL",
    defaultText: "the address on which it listens",
    meaning:
      "Where people reach the server. Each organization is a subdomain of this host, or the host itself; links in mails and answers begin with it.",
  }),
  ...httpsDeclarations,
  dataDir: setting(string("a folder"), {
    variable: "PARLANCE_DATA_DIR",
    default: "./data",
    meaning: "Where the server keeps what is its own: the embedded database, the secret, uploaded files.",
  }),
  secret: optional(string("at least 32 characters", /^.{32,}$/s), {
    variable: "PARLANCE_SECRET",
    isSecret: true,
    defaultText: "made at the first start and kept in `secret.key` in the data directory",
    meaning:
      "What API keys are derived from. All processes of one installation need the same; anyone who knows it can act as anybody.",
  }),
  databaseUrl: optional(postgresUrl, {
    variable: "DATABASE_URL",
    isSecret: true,
    defaultText: "an embedded PostgreSQL in the data directory",
    meaning: "The PostgreSQL database to use instead of the embedded one.",
  }),
  databasePoolSize: setting(integer(2, 1_000), {
    variable: "PARLANCE_DATABASE_POOL_SIZE",
    default: 20,
    unit: "connections",
    meaning: "The most connections to the database that one process keeps for requests.",
  }),
  postgresBin: optional(string("a folder"), {
    variable: "PARLANCE_POSTGRES_BIN",
    defaultText: "the programs that came with the server",
    meaning:
      "A folder with the programs of PostgreSQL (`postgres`, `initdb`), for platforms that no packaged ones fit.",
  }),
  smtpUrl: optional(smtpUrl, {
    variable: "SMTP_URL",
    isSecret: true,
    defaultText: "letters become files in the folder `mail` of the data directory",
    meaning:
      "The mail server that sends the server's letters, such as invitations. `smtps://` encrypts from the start. With `smtp://` and a user, encryption is required, unless `?tls=optional` or `?tls=off` is appended; without a user it is used where it is offered. `?certificate=any` takes a certificate that nobody vouches for.",
  }),
  ...fileSettings,
  mailFrom: optional(mailAddress, {
    variable: "PARLANCE_MAIL_FROM",
    defaultText: "`noreply@` the host of `PARLANCE_EXTERNAL_URL`",
    meaning: "The address that letters come from, beside the name of the organization.",
  }),
  mailRetrySeconds: setting(integer(1, 86_400), {
    variable: "PARLANCE_MAIL_RETRY_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "The pause before a letter that was not taken is tried again. Each later pause is twice as long, up to two hours; after 14 tries the letter is given up.",
  }),
  ...incomingMailSettings,
  pushRelayUrl: optional(
    { ...webFolder, takes: "an address without a query, such as https://relay.example.com" },
    {
      variable: "PARLANCE_PUSH_RELAY_URL",
      defaultText: "none: phones are told nothing",
      meaning:
        "The relay that passes notices on to phones. It cannot read those of apps that encrypt; see `docs/push.md`.",
    },
  ),
  sendLoginEmails: setting(flag, {
    variable: "PARLANCE_SEND_LOGIN_EMAILS",
    default: true,
    meaning: "Whether people are told by mail when somebody logs in with their password.",
  }),
  ...ldapDeclarations,
  identityProvidersFile: optional(string("a file"), {
    variable: "PARLANCE_IDENTITY_PROVIDERS",
    defaultText: "none: people sign in with their passwords",
    meaning:
      "A JSON file with the sites at which people can sign in instead of here, a proxy that says who they are, and whose signed tokens count, as `docs/single-sign-on.md` describes it.",
  }),
  logLevel: setting(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), {
    variable: "PARLANCE_LOG_LEVEL",
    default: "info",
    meaning: "The least weighty messages that are still logged.",
  }),
  queueIdleSeconds: setting(integer(1, 604_800), {
    variable: "PARLANCE_EVENT_QUEUE_IDLE_SECONDS",
    default: 600,
    unit: "seconds",
    meaning:
      "How long an event queue that nobody polls is kept. Only time counts in which it could have been polled: none while the server or its database is away.",
  }),
  queuesPerAccount: setting(integer(1, 10_000), {
    variable: "PARLANCE_EVENT_QUEUES_PER_ACCOUNT",
    default: 100,
    unit: "queues",
    meaning:
      "The most event queues of one account. Whoever registers another loses the one that was not polled for the longest time; one on which a poll waits is never taken.",
  }),
  heartbeatSeconds: setting(integer(1, 3_600), {
    variable: "PARLANCE_HEARTBEAT_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "Clients may rely on hearing something of a poll within this time. The server sends a heartbeat after 75 to 92 % of it, at random so that not all come at once.",
  }),
  eventLogMaxAgeSeconds: setting(integer(60, 31_536_000), {
    variable: "PARLANCE_EVENT_LOG_MAX_AGE_SECONDS",
    default: 604_800,
    unit: "seconds",
    meaning:
      "How long an event is kept for queues that have not fetched it. A queue that needs older ones has to be registered again.",
  }),
  invitationValidityMinutes: setting(integer(1, 52_560_000), {
    variable: "PARLANCE_INVITATION_LINK_VALIDITY_MINUTES",
    default: 14_400,
    unit: "minutes",
    meaning: "How long an invitation can be used, where the person who invites says nothing else.",
  }),
  invitationsPerDay: setting(integer(0, 1_000_000), {
    variable: "PARLANCE_INVITATIONS_PER_DAY",
    default: 0,
    defaultText: "0, which is as many as wanted",
    unit: "letters",
    meaning:
      "The most invitations that one organization may mail within 24 hours. Worth setting where organizations belong to people whom you do not know.",
  }),
  invitationsPerDayOfNewcomers: setting(integer(0, 1_000_000), {
    variable: "PARLANCE_INVITATIONS_PER_DAY_OF_NEW_ORGANIZATIONS",
    default: 0,
    defaultText: "0, which is as many as wanted",
    unit: "letters",
    meaning: "The same for all organizations together that are at most 7 days old.",
  }),
  wireAliases: wireAliasSetting,
  gravatar: setting(flag, {
    variable: "PARLANCE_GRAVATAR",
    default: true,
    meaning:
      "Whether people who uploaded no picture are shown with the one that gravatar.com has for their e-mail address. That service then learns who looks at whom; with false, the server makes patterns itself.",
  }),
  webPublicChannels: setting(flag, {
    variable: "PARLANCE_WEB_PUBLIC_CHANNELS",
    default: true,
    meaning:
      "Whether organizations may have channels that people read without an account. Each decides for itself as well (`enable_spectator_access`, off at first). With false nobody makes such channels, and without an account nothing can be read of those that there are.",
  }),
  jitsiUrl: optional(webAddress, {
    variable: "PARLANCE_JITSI_URL",
    defaultText: "none",
    meaning: "Where video calls are made with Jitsi Meet, in organizations that set no other place.",
  }),
  bigBlueButtonUrl: optional(webFolder, {
    variable: "PARLANCE_BIGBLUEBUTTON_URL",
    defaultText: "none",
    meaning:
      "The BigBlueButton server on which organizations may make video calls, as `bbb-conf --secret` tells it there. The secret has to be set as well.",
  }),
  bigBlueButtonSecret: optional(string("at least 8 characters", /^.{8,}$/s), {
    variable: "PARLANCE_BIGBLUEBUTTON_SECRET",
    isSecret: true,
    defaultText: "none",
    meaning: "The secret that `bbb-conf --secret` tells, by which that server knows this one.",
  }),
  linkPreviews: setting(flag, {
    variable: "PARLANCE_LINK_PREVIEWS",
    default: true,
    meaning:
      "Whether the server fetches pages that people link to, in organizations which want previews of them (`inline_url_embed_preview`).",
  }),
  linkPreviewProxy: optional(httpProxy, {
    variable: "PARLANCE_LINK_PREVIEW_PROXY",
    defaultText: "none",
    meaning:
      "A proxy by whose tunnels (`CONNECT`) such pages are fetched. It looks up their names, and so has to refuse those that lead to internal addresses.",
  }),
  linkPreviewInternalHosts: setting(hosts, {
    variable: "PARLANCE_LINK_PREVIEW_INTERNAL_HOSTS",
    default: [],
    defaultText: "none",
    meaning:
      "Hosts of whose pages there are previews though they have internal addresses, or another port than 80 and 443. Whoever may write then sees title and description of any page there that asks for no login.",
  }),
  trustedProxies: setting(integer(0, 10), {
    variable: "PARLANCE_TRUST_PROXY",
    default: 0,
    unit: "proxies",
    meaning:
      "How many proxies stand in front of the server and may be believed about the caller's address and the host (`X-Forwarded-For`, `X-Forwarded-Host`). Too large a number lets callers make up their address.",
  }),
  messagePageBytes: setting(integer(10_000, 1_000_000_000), {
    variable: "PARLANCE_MESSAGE_PAGE_BYTES",
    default: 10_000_000,
    unit: "bytes",
    meaning:
      "What the messages of one page may come to. Where they are so long that it would be more, those nearest to the anchor are given, and clients ask for the rest with their next page.",
  }),
  answersBytes: setting(integer(1_000_000, 1_000_000_000_000), {
    variable: "PARLANCE_UNREAD_RESPONSES_BYTES",
    formerVariable: "PARLANCE_ANSWERS_BYTES",
    default: 256_000_000,
    unit: "bytes",
    meaning:
      "What answers may come to, all together, that were made and that clients have not read yet. Beyond it, requests for much are answered with status 503 until some were read.",
  }),
  answerPatienceSeconds: setting(integer(1, 3_600), {
    variable: "PARLANCE_RESPONSE_READ_TIMEOUT_SECONDS",
    formerVariable: "PARLANCE_ANSWER_PATIENCE_SECONDS",
    default: 60,
    unit: "seconds",
    meaning: "How long a client may leave a piece of an answer (64 KiB) unread. Then it is disconnected.",
  }),
  bodiesMib: setting(integer(128, 1_048_576), {
    variable: "PARLANCE_REQUEST_BODIES_MIB",
    default: usualBounds.bodiesMib,
    unit: "MiB",
    meaning:
      "The most that request bodies which arrive or are worked on may come to in one process, counted by what has come in. One caller's address and one account get a quarter of it each; who wants more is told that the server is busy.",
  }),
  bodyBytesPerSecond: setting(integer(0, 1_073_741_824), {
    variable: "PARLANCE_BODY_BYTES_PER_SECOND",
    default: usualBounds.bodyBytesPerSecond,
    unit: "bytes a second",
    meaning: "The least pace at which a request's body has to come in, on average. Slower ones are cut off.",
  }),
  bodyGraceSeconds: setting(integer(0, 300), {
    variable: "PARLANCE_BODY_GRACE_SECONDS",
    default: usualBounds.bodyGraceSeconds,
    unit: "seconds",
    meaning: "For how long a body may stand still before that pace is asked of it.",
  }),
  connectionsPerAddress: setting(integer(1, 10_000_000), {
    variable: "PARLANCE_CONNECTIONS_PER_ADDRESS",
    default: usualBounds.connectionsPerAddress,
    unit: "connections",
    meaning:
      "The most connections of one caller's address, by IPv4 address or IPv6 network of 64 bits. Not with `PARLANCE_TRUST_PROXY`: the connections are the proxy's then, which has bounds of its own.",
  }),
  requestsPerAddress: setting(integer(1, 10_000_000), {
    variable: "PARLANCE_REQUESTS_PER_ADDRESS",
    default: usualBounds.requestsPerAddress,
    unit: "requests",
    meaning:
      "The most requests of one caller's address that wait for their answers at once, held polls among them. Where very many people come from one address, or from a proxy that is not trusted, it has to be larger.",
  }),
  ...rateLimitSettings,
  strict: setting(flag, {
    variable: "PARLANCE_CHECK_RESPONSES",
    formerVariable: "PARLANCE_STRICT",
    default: false,
    meaning:
      "Checks every answer against its declaration and fails where they differ. For tests and development; it costs time.",
  }),
};

/** The values of all settings. */
export type SettingValues = { readonly [K in keyof typeof settings]: ValueOf<(typeof settings)[K]> };
