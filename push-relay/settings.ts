import { resolve } from "node:path";
import { ConfigError } from "@parlance/server/kernel/config.ts";
import {
  flag,
  integer,
  origins,
  oneOf,
  optional,
  origin,
  postgresUrl,
  setting,
  string,
  type Setting,
  type ValueOf,
} from "@parlance/server/kernel/config/setting.ts";

const path = string("the path of a file");

/** Every setting of a relay; docs/push-relay.md tells them. */
export const settings = {
  host: setting(string("an address"), {
    variable: "PARLANCE_RELAY_HOST",
    meaning: "The address to listen on.",
    default: "127.0.0.1",
  }),
  port: setting(integer(0, 65_535), {
    variable: "PARLANCE_RELAY_PORT",
    meaning: "The TCP port to listen on.",
    default: 9810,
  }),
  dataDir: setting(string("the path of a folder"), {
    variable: "PARLANCE_RELAY_DATA_DIR",
    meaning: "Where the relay keeps its keys, and its own database.",
    default: "./relay-data",
  }),
  databaseUrl: optional(postgresUrl, {
    variable: "DATABASE_URL",
    meaning: "A PostgreSQL database of the relay's own.",
  }),
  postgresBin: optional(string("the path of a folder"), {
    variable: "PARLANCE_POSTGRES_BIN",
    meaning: "Where the programs of PostgreSQL are, if not those that come along.",
  }),
  logLevel: setting(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), {
    variable: "PARLANCE_RELAY_LOG_LEVEL",
    meaning: "How much is logged.",
    default: "info",
  }),
  trustedProxies: setting(integer(0, 10), {
    variable: "PARLANCE_RELAY_TRUSTED_PROXIES",
    meaning: "How many proxies stand before the relay.",
    default: 0,
  }),
  checkMailDomains: setting(flag, {
    variable: "PARLANCE_RELAY_CHECK_MAIL_DOMAINS",
    meaning: "Whether a server may register only with an address for contact whose domain takes mail.",
    default: true,
  }),
  internalServers: optional(origins, {
    variable: "PARLANCE_RELAY_INTERNAL_SERVERS",
    meaning:
      "Addresses of chat servers within the relay's own network, which are asked there for a proof of their host name.",
  }),
  devicesPerServer: setting(integer(1, 100_000_000), {
    variable: "PARLANCE_RELAY_DEVICES_PER_SERVER",
    meaning: "The most phones of one server.",
    default: 100_000,
  }),
  connectionsPerAddress: setting(integer(1, 1_000_000), {
    variable: "PARLANCE_RELAY_CONNECTIONS_PER_ADDRESS",
    meaning: "The most connections of one network, and the most of its requests that are under way.",
    default: 256,
  }),
  requestsPerMinute: setting(integer(1, 1_000_000), {
    variable: "PARLANCE_RELAY_REQUESTS_PER_MINUTE",
    meaning: "The most requests of one server within a minute.",
    default: 1000,
  }),
  registrationsPerHour: setting(integer(1, 1_000_000), {
    variable: "PARLANCE_RELAY_REGISTRATIONS_PER_HOUR",
    meaning: "The most times that servers of one network may register within an hour.",
    default: 30,
  }),
  appleTeamId: optional(string("the ten characters of a team", /^[A-Z0-9]{10}$/), {
    variable: "PARLANCE_RELAY_APPLE_TEAM_ID",
    meaning: "The team at Apple whose apps are reached.",
  }),
  appleKeyId: optional(string("the ten characters of a key", /^[A-Z0-9]{10}$/), {
    variable: "PARLANCE_RELAY_APPLE_KEY_ID",
    meaning: "Which of the team's keys it is.",
  }),
  appleKeyFile: optional(path, {
    variable: "PARLANCE_RELAY_APPLE_KEY_FILE",
    meaning: "The key, a file ending in .p8.",
  }),
  appleUrl: setting(origin, {
    variable: "PARLANCE_RELAY_APPLE_URL",
    meaning: "Where Apple's service is reached.",
    default: "https://api.push.apple.com",
  }),
  googleAccountFile: optional(path, {
    variable: "PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE",
    meaning: "The service account with which Google's service is used, a JSON file.",
  }),
  googleUrl: setting(origin, {
    variable: "PARLANCE_RELAY_GOOGLE_URL",
    meaning: "Where Google's service is reached.",
    default: "https://fcm.googleapis.com",
  }),
  caFile: optional(path, {
    variable: "PARLANCE_RELAY_CA_FILE",
    meaning: "Certificates (PEM) by which both services are known, instead of those that Node trusts.",
  }),
} as const;

/** What a relay is configured with. */
export type RelaySettings = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the settings from environment variables. A variable that is empty counts as not set.
 * @throws ConfigError
 */
export function loadSettings(env: Environment): RelaySettings {
  const complaints: string[] = [];
  const entries = Object.entries<Setting<unknown>>(settings).map(
    ([name, { variable, schema, takes, default: usual }]) => {
      const text = env[variable];
      if (!text) return [name, usual];
      const { success, data } = schema.safeParse(text);
      // Neither keys nor the password of a database are shown.
      if (!success) complaints.push(`${variable} cannot be used: it takes ${takes}`);
      return [name, data];
    },
  );
  const values = Object.fromEntries(entries) as RelaySettings;
  const apple = [values.appleTeamId, values.appleKeyId, values.appleKeyFile];
  if (apple.includes(undefined) && apple.some((value) => value !== undefined)) {
    complaints.push(
      "PARLANCE_RELAY_APPLE_TEAM_ID, PARLANCE_RELAY_APPLE_KEY_ID and PARLANCE_RELAY_APPLE_KEY_FILE go together: set all of them, or none",
    );
  }
  if (complaints.length > 0) throw new ConfigError(complaints.join("\n"));
  return { ...values, dataDir: resolve(values.dataDir) };
}
