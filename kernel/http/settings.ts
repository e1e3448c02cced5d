import { z } from "zod";
import { flag, integer, setting, type SettingKind } from "../config/setting.ts";
import { defaultClientLimits } from "./limits.ts";
import { createWireAliases, noAliases, stockAliases, type WireAliases } from "./wire-aliases.ts";

const aliases: SettingKind<WireAliases> = {
  schema: z
    .string()
    .regex(/^([a-z][a-z0-9_]*)?$/)
    .transform((prefix) => (prefix === "" ? noAliases : createWireAliases(prefix))),
  accepts: "a prefix of lower-case letters, digits and underscores, or empty",
};

const { prefix } = stockAliases;

/**
 * Setting of the names that clients of another brand read. It has three states: not set, set to a prefix, and empty.
 */
const wireAliasSetting = setting(aliases, {
  key: "web.wire_aliases",
  variable: "PARLANCE_WIRE_ALIASES",
  default: stockAliases,
  allowsEmpty: true,
  defaultText: `\`${prefix}\`, in part only for clients of that brand`,
  meaning:
    "Prefix of some field names, as expected by clients made for servers of another brand. All clients receive `<prefix>_version`, `<prefix>_feature_level` and `<prefix>_merge_base` in addition to the same names with `service`. Clients that identify themselves as such in their user agent receive `<prefix>_extra_emoji` instead of `service_extra_emoji`. The prefix also replaces `service` in the scheme of links that open an app, and in the field names of unencrypted push notifications: for all apps if it is set, by default only for such clients. If it is set to an empty text, these names are not sent.",
});

/** The settings of HTTP: proxies in front of the server, limits on clients, checks of responses. */
export const httpSettings = {
  wireAliases: wireAliasSetting,
  trustedProxies: setting(integer(0, 10), {
    key: "web.trust_proxy",
    variable: "PARLANCE_TRUST_PROXY",
    default: 0,
    unit: "proxies",
    meaning:
      "Number of trusted reverse proxies in front of the server, whose `X-Forwarded-For` and `X-Forwarded-Host` headers are used. If the number is too large, clients can forge their IP address.",
  }),
  answersBytes: setting(integer(1_000_000, 1_000_000_000_000), {
    key: "limits.unread_responses_bytes",
    variable: "PARLANCE_UNREAD_RESPONSES_BYTES",
    formerVariable: "PARLANCE_ANSWERS_BYTES",
    default: 256_000_000,
    unit: "bytes",
    meaning:
      "Maximum total size of responses that clients have not read yet. Above it, requests with large responses get status 503 until clients have read some.",
  }),
  responseReadTimeoutSeconds: setting(integer(1, 3_600), {
    key: "limits.response_read_timeout_seconds",
    variable: "PARLANCE_RESPONSE_READ_TIMEOUT_SECONDS",
    formerVariable: "PARLANCE_ANSWER_PATIENCE_SECONDS",
    default: 60,
    unit: "seconds",
    meaning: "How long a client may take to read 64 KiB of a response before it is disconnected.",
  }),
  bodiesMib: setting(integer(128, 1_048_576), {
    key: "limits.request_bodies_mib",
    variable: "PARLANCE_REQUEST_BODIES_MIB",
    default: defaultClientLimits.bodiesMib,
    unit: "MiB",
    meaning:
      "Maximum total size of the request bodies being received or processed in one process. Each IP address and each account can use a quarter of it; further requests are rejected with the message that the server is busy.",
  }),
  bodyBytesPerSecond: setting(integer(0, 1_073_741_824), {
    key: "limits.body_bytes_per_second",
    variable: "PARLANCE_BODY_BYTES_PER_SECOND",
    default: defaultClientLimits.bodyBytesPerSecond,
    unit: "bytes per second",
    meaning: "Minimum average rate at which a request body must arrive. Slower requests are aborted.",
  }),
  bodyGraceSeconds: setting(integer(0, 300), {
    key: "limits.body_grace_seconds",
    variable: "PARLANCE_BODY_GRACE_SECONDS",
    default: defaultClientLimits.bodyGraceSeconds,
    unit: "seconds",
    meaning: "How long a request body may stall before the minimum rate applies.",
  }),
  connectionsPerAddress: setting(integer(1, 10_000_000), {
    key: "limits.connections_per_address",
    variable: "PARLANCE_CONNECTIONS_PER_ADDRESS",
    default: defaultClientLimits.connectionsPerAddress,
    unit: "connections",
    meaning:
      "Maximum number of connections per client IP address (IPv4 address or IPv6 /64 network). Ignored with `PARLANCE_TRUST_PROXY`, because all connections then come from the proxy, which has limits of its own.",
  }),
  requestsPerAddress: setting(integer(1, 10_000_000), {
    key: "limits.requests_per_address",
    variable: "PARLANCE_REQUESTS_PER_ADDRESS",
    default: defaultClientLimits.requestsPerAddress,
    unit: "requests",
    meaning:
      "Maximum number of concurrent requests per client IP address, including long polls. Raise it if very many users share one address or an untrusted proxy.",
  }),
  strict: setting(flag, {
    key: "web.check_responses",
    variable: "PARLANCE_CHECK_RESPONSES",
    formerVariable: "PARLANCE_STRICT",
    default: false,
    meaning:
      "Checks every response against its declaration and fails if they differ. For tests and development; slows the server down.",
  }),
};
