import { resolve } from "node:path";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import {
  type EnvironmentSetting,
  flag,
  integer,
  origins,
  oneOf,
  origin,
  postgresUrl,
  type SettingKind,
  string,
  type ValueOf,
} from "@parlance/kernel/config/setting.ts";

const path = string("the path of a file");

type Declaration<T> = Pick<EnvironmentSetting<T>, "variable" | "meaning">;

/** Declares a setting with a default. */
const setting = <T>(kind: SettingKind<T>, declaration: Declaration<T> & { readonly default: NoInfer<T> }) => ({
  ...kind,
  ...declaration,
});

/** Declares a setting without a default, whose value may be undefined. */
const optional = <T>(kind: SettingKind<T>, declaration: Declaration<T>): EnvironmentSetting<T | undefined> => ({
  ...kind,
  ...declaration,
  default: undefined,
});

/** All settings of a relay; docs/push-relay.md describes them. */
export const settings = {
  host: setting(string("an address"), {
    variable: "PARLANCE_RELAY_HOST",
    meaning: "IP address or host name to listen on.",
    default: "127.0.0.1",
  }),
  port: setting(integer(0, 65_535), {
    variable: "PARLANCE_RELAY_PORT",
    meaning: "TCP port to listen on.",
    default: 9810,
  }),
  dataDir: setting(string("the path of a folder"), {
    variable: "PARLANCE_RELAY_DATA_DIR",
    meaning: "Folder for the relay's keys and its embedded database.",
    default: "./relay-data",
  }),
  databaseUrl: optional(postgresUrl, {
    variable: "DATABASE_URL",
    meaning: "PostgreSQL database of the relay, instead of the embedded one.",
  }),
  postgresBin: optional(string("the path of a folder"), {
    variable: "PARLANCE_POSTGRES_BIN",
    meaning: "Folder with the PostgreSQL programs, instead of the bundled ones.",
  }),
  logLevel: setting(oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"), {
    variable: "PARLANCE_RELAY_LOG_LEVEL",
    meaning: "Minimum level of the messages that are logged.",
    default: "info",
  }),
  trustedProxies: setting(integer(0, 10), {
    variable: "PARLANCE_RELAY_TRUSTED_PROXIES",
    meaning: "Number of reverse proxies in front of the relay.",
    default: 0,
  }),
  checkMailDomains: setting(flag, {
    variable: "PARLANCE_RELAY_CHECK_MAIL_DOMAINS",
    meaning: "Whether the domain of a server's contact address must accept email for the server to register.",
    default: true,
  }),
  internalServers: optional(origins, {
    variable: "PARLANCE_RELAY_INTERNAL_SERVERS",
    meaning: "Addresses of chat servers in the relay's own network, at which their host names are verified.",
  }),
  devicesPerServer: setting(integer(1, 100_000_000), {
    variable: "PARLANCE_RELAY_DEVICES_PER_SERVER",
    meaning: "Maximum number of phones per server.",
    default: 100_000,
  }),
  connectionsPerAddress: setting(integer(1, 1_000_000), {
    variable: "PARLANCE_RELAY_CONNECTIONS_PER_ADDRESS",
    meaning: "Maximum number of connections and of concurrent requests per network.",
    default: 256,
  }),
  requestsPerMinute: setting(integer(1, 1_000_000), {
    variable: "PARLANCE_RELAY_REQUESTS_PER_MINUTE",
    meaning: "Maximum number of requests per server and minute.",
    default: 1000,
  }),
  registrationsPerHour: setting(integer(1, 1_000_000), {
    variable: "PARLANCE_RELAY_REGISTRATIONS_PER_HOUR",
    meaning: "Maximum number of server registrations per network and hour.",
    default: 30,
  }),
  appleTeamId: optional(string("the ten characters of a team ID", /^[A-Z0-9]{10}$/), {
    variable: "PARLANCE_RELAY_APPLE_TEAM_ID",
    meaning: "Apple team ID of the apps.",
  }),
  appleKeyId: optional(string("the ten characters of a key ID", /^[A-Z0-9]{10}$/), {
    variable: "PARLANCE_RELAY_APPLE_KEY_ID",
    meaning: "ID of the team's key.",
  }),
  appleKeyFile: optional(path, {
    variable: "PARLANCE_RELAY_APPLE_KEY_FILE",
    meaning: "Path of the key file (.p8).",
  }),
  appleUrl: setting(origin, {
    variable: "PARLANCE_RELAY_APPLE_URL",
    meaning: "Address of Apple's push service.",
    default: "https://api.push.apple.com",
  }),
  googleAccountFile: optional(path, {
    variable: "PARLANCE_RELAY_GOOGLE_ACCOUNT_FILE",
    meaning: "Path of the key file (JSON) of a Google service account.",
  }),
  googleUrl: setting(origin, {
    variable: "PARLANCE_RELAY_GOOGLE_URL",
    meaning: "Address of Google's push service.",
    default: "https://fcm.googleapis.com",
  }),
  caFile: optional(path, {
    variable: "PARLANCE_RELAY_CA_FILE",
    meaning: "Trusted certificates (PEM) for both services, instead of those that Node trusts.",
  }),
} as const;

/** The values of all settings of a relay. */
export type RelaySettings = { readonly [Name in keyof typeof settings]: ValueOf<(typeof settings)[Name]> };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Loads the settings from environment variables. An empty variable counts as not set.
 * @throws ConfigError
 */
export function loadSettings(env: Environment): RelaySettings {
  const complaints: string[] = [];
  const entries = Object.entries<EnvironmentSetting<unknown>>(settings).map(
    ([name, { variable, schema, accepts, default: usual }]) => {
      const text = env[variable];
      if (!text) return [name, usual];
      const { success, data } = schema.safeParse(text);
      // The rejected value is not included, because it may contain a key or a database password.
      if (!success) complaints.push(`${variable} is invalid: it must be ${accepts}`);
      return [name, data];
    },
  );
  const values = Object.fromEntries(entries) as RelaySettings;
  const apple = [values.appleTeamId, values.appleKeyId, values.appleKeyFile];
  if (apple.includes(undefined) && apple.some((value) => value !== undefined)) {
    complaints.push(
      "PARLANCE_RELAY_APPLE_TEAM_ID, PARLANCE_RELAY_APPLE_KEY_ID and PARLANCE_RELAY_APPLE_KEY_FILE belong together: set all of them, or none",
    );
  }
  if (complaints.length > 0) throw new ConfigError(complaints.join("\n"));
  return { ...values, dataDir: resolve(values.dataDir) };
}
