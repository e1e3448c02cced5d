import { join, resolve } from "node:path";
import { settings, type SettingValues } from "./server-settings.ts";
import type { FileSettings } from "../files/settings.ts";
import type { ClientLimits } from "../http/limits.ts";
import { terminatesTls, findHttpsSettingErrors, httpsSettings, type HttpsSettings } from "./https-settings.ts";
import { findLdapSettingErrors, ldapSettings, type LdapSettings } from "./ldap-settings.ts";
import { findClosestMatch } from "./closest-match.ts";
import { rateLimitRules } from "./rate-limit-settings.ts";
import type { Setting } from "./setting.ts";
import type { RateLimitRules } from "../rate-limits/rate-limit-rules.ts";

/** Settings on which the behaviour of a server depends; the rest is for starting it. */
type ServerConfig = Pick<
  SettingValues,
  | "queueIdleSeconds"
  | "queuesPerAccount"
  | "heartbeatSeconds"
  | "eventLogMaxAgeSeconds"
  | "invitationValidityMinutes"
  | "invitationsPerDay"
  | "invitationsPerDayOfNewcomers"
  | "wireAliases"
  | "trustedProxies"
  | "messagePageBytes"
  | "rateLimitResponseKib"
  | "answersBytes"
  | "answerPatienceSeconds"
  | keyof ClientLimits
  | "smtpUrl"
  | "mailFrom"
  | "mailRetrySeconds"
  | "maxUploadMib"
  | "uploadQuotaMib"
  | "pushRelayUrl"
  | "sendLoginEmails"
  | "emailGatewayPattern"
  | "incomingMailPort"
  | "incomingMailHost"
  | "gravatar"
  | "webPublicChannels"
  | "jitsiUrl"
  | "bigBlueButtonUrl"
  | "bigBlueButtonSecret"
  | "linkPreviews"
  | "linkPreviewProxy"
  | "linkPreviewInternalHosts"
> &
  FileSettings & {
    /** Where letters are put if there is no mail server. */
    readonly mailFolder: string;
    /** Where people reach the server, without a slash at the end. */
    readonly url: string;
    readonly rateLimits: RateLimitRules;
    /** Undefined where the server leaves encryption to a proxy. */
    readonly https: HttpsSettings | undefined;
    /** Undefined where nobody logs in by LDAP. */
    readonly ldap: LdapSettings | undefined;
  };

/** The settings of a server, and what was odd about them. */
export interface Config extends SettingValues {
  readonly server: ServerConfig;
  /** Variables that look like settings and are none, each in a sentence. */
  readonly warnings: readonly string[];
}

/** A setting cannot be used. The message names each such variable, and what it takes. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

type Environment = Readonly<Record<string, string | undefined>>;

const entries = Object.entries(settings) as [keyof SettingValues, Setting<unknown>][];

/**
 * Reads the settings from environment variables. A variable that is empty counts as not set, unless its setting takes that.
 * @throws ConfigError
 */
export function loadConfig(env: Environment): Config {
  const complaints: string[] = [];
  const values: Partial<Record<keyof SettingValues, unknown>> = {};
  for (const [name, setting] of entries) {
    const { name: variable, text } = findVariable(setting, env);
    values[name] = setting.default;
    if (text === undefined || (text === "" && !setting.allowsEmpty)) continue;
    const result = setting.schema.safeParse(text);
    if (result.success) values[name] = result.data;
    else complaints.push(settingError({ ...setting, variable }, text));
  }
  const config = values as unknown as SettingValues;
  complaints.push(...findHttpsSettingErrors(config), ...findLdapSettingErrors(config));
  if (complaints.length > 0) throw new ConfigError(complaints.join("\n"));
  const mailFolder = join(resolve(config.dataDir), "mail");
  const url = config.externalUrl ?? listeningUrl(config);
  const [rateLimits, ldap] = [rateLimitRules(config), ldapSettings(config)];
  const https = httpsSettings(config);
  const server = { ...config, ...fileSettings(config), mailFolder, url, rateLimits, https, ldap };
  return { ...config, server, warnings: [...formerVariables(env), ...findUnknownVariables(env)] };
}

/** Returns the variable that sets a setting, by its name or else by its former one, and its text if there is one. */
function findVariable({ variable, formerVariable }: Setting<unknown>, env: Environment) {
  const isFormer = formerVariable !== undefined && env[variable] === undefined && env[formerVariable] !== undefined;
  const name = isFormer ? formerVariable : variable;
  return { name, text: env[name] };
}

function formerVariables(env: Environment): string[] {
  return entries.flatMap(([, { variable, formerVariable }]) => {
    if (formerVariable === undefined || env[formerVariable] === undefined) return [];
    const isIgnored = env[variable] !== undefined;
    return isIgnored
      ? [`${formerVariable} is ignored, because ${variable} replaces it: remove ${formerVariable}`]
      : [`${formerVariable} is now called ${variable}: rename it, because a later version will not read the old name`];
  });
}

function fileSettings(config: SettingValues): FileSettings {
  const { dataDir, uploadsBucketUrl: url, uploadsBucketRegion: region } = config;
  const bucket = { region, keyId: config.uploadsBucketKeyId, secret: config.uploadsBucketSecret };
  return {
    uploadsFolder: join(resolve(dataDir), "uploads"),
    uploadsBucket: url === undefined ? undefined : { url, ...bucket },
  };
}

const settingError = ({ variable, accepts, isSecret }: Setting<unknown>, text: string): string =>
  isSecret ? `${variable} is invalid: it must be ${accepts}` : `${variable} is "${text}", but must be ${accepts}`;

function listeningUrl(config: SettingValues): string {
  const { host, port } = config;
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${terminatesTls(config) ? "https" : "http"}://${name}:${port}`;
}

/** The pipe by which a process notices that the bootstrap has died. The bootstrap sets it; operators never do. */
const INTERNAL_VARIABLES = ["PARLANCE_PARENT_FD"];

function findUnknownVariables(env: Environment): string[] {
  const known = entries.map(([, { variable }]) => variable);
  const former = entries.flatMap(([, { formerVariable }]) => formerVariable ?? []);
  return Object.keys(env)
    .filter((name) => name.startsWith("PARLANCE_") && ![...known, ...former, ...INTERNAL_VARIABLES].includes(name))
    .map((name) => {
      const likely = findClosestMatch(name, known);
      return `${name} is not a setting${likely ? `; did you mean ${likely}?` : ""}`;
    });
}
