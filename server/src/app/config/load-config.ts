import { join, resolve } from "node:path";
import { type Environment, readSettings } from "@parlance/kernel/config/read-settings.ts";
import { type FileSettings, toFileSettings } from "@parlance/kernel/files/settings.ts";
import { findLdapSettingErrors, ldapSettings, type LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import { terminatesTls, findHttpsSettingErrors, httpsSettings, type HttpsSettings } from "../../https/settings.ts";
import { type DeclaredRateLimitRules, rateLimits as declaredRateLimits } from "./rate-limits.ts";
import { rateLimitRules } from "@parlance/kernel/rate-limits/settings.ts";
import { type ServerSettingValues, settings, type SettingValues } from "./settings.ts";

/** Settings on which the behavior of a running server depends. All other settings concern its start. */
type ServerConfig = ServerSettingValues &
  Pick<SettingValues, "rateLimitResponseKib"> &
  FileSettings & {
    /** Folder in which emails are stored if there is no mail server. */
    readonly mailFolder: string;
    /** URL at which users reach the server, without a slash at the end. */
    readonly url: string;
    readonly rateLimits: DeclaredRateLimitRules;
    /** Undefined if the server leaves encryption to a proxy. */
    readonly https: HttpsSettings | undefined;
    /** Undefined if users cannot log in by LDAP. */
    readonly ldap: LdapSettings | undefined;
  };

/** The settings of a server, and warnings about the environment variables. */
export interface Config extends SettingValues {
  readonly server: ServerConfig;
  /** Warnings about unknown, renamed and ignored variables, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Reads the server's settings from environment variables.
 * @throws ConfigError
 */
export function loadConfig(env: Environment): Config {
  const { values: config, warnings } = readSettings(settings, env, (values) => [
    ...findHttpsSettingErrors(values),
    ...findLdapSettingErrors(values),
  ]);
  const mailFolder = join(resolve(config.dataDir), "mail");
  const url = config.externalUrl ?? listeningUrl(config);
  const [rateLimits, ldap] = [rateLimitRules(declaredRateLimits, config), ldapSettings(config)];
  const files = toFileSettings(config.dataDir, config);
  const server = { ...config, ...files, mailFolder, url, rateLimits, https: httpsSettings(config), ldap };
  return { ...config, server, warnings };
}

function listeningUrl(config: SettingValues): string {
  const { host, port } = config;
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${terminatesTls(config) ? "https" : "http"}://${name}:${port}`;
}
