import { join, resolve } from "node:path";
import { findSettingsFile } from "@parlance/kernel/config/file/find-settings-file.ts";
import { readSettings, type SettingSource } from "@parlance/kernel/config/read-settings.ts";
import type { Environment, SettingFlags, SettingSources } from "@parlance/kernel/config/setting-sources.ts";
import { type FileSettings, toFileSettings } from "@parlance/kernel/files/settings.ts";
import { backupSettings, type BackupSettings, findBackupSettingErrors } from "../../backups/settings.ts";
import { findLdapSettingErrors, ldapSettings, type LdapSettings } from "#modules/sign-in/ldap/settings.ts";
import { terminatesTls, findHttpsSettingErrors, httpsSettings, type HttpsSettings } from "../../https/settings.ts";
import { type DeclaredRateLimitRules, rateLimits as declaredRateLimits } from "./rate-limits.ts";
import { rateLimitRules } from "@parlance/kernel/rate-limits/settings.ts";
import { type ServerSettingValues, settings, type SettingValues } from "./settings.ts";

/** Settings on which the behavior of a running server depends. All other settings concern its start. */
type ServerConfig = ServerSettingValues &
  Pick<SettingValues, "dataDir" | "rateLimitResponseKib"> &
  FileSettings & {
    /** Folder in which emails are stored if there is no mail server. */
    readonly mailFolder: string;
    /** URL at which users reach the server, without a slash at the end. */
    readonly url: string;
    readonly rateLimits: DeclaredRateLimitRules;
    /** Undefined if the server leaves encryption to a proxy. */
    readonly https: HttpsSettings | undefined;
    /** Undefined if the server makes no backups by itself. */
    readonly backup: BackupSettings | undefined;
    /** Undefined if users cannot log in by LDAP. */
    readonly ldap: LdapSettings | undefined;
  };

/** The settings of a server, where they come from, and warnings about the environment variables. */
export interface Config extends SettingValues {
  readonly server: ServerConfig;
  /** Warnings about unknown, renamed and ignored variables, one sentence each. */
  readonly warnings: readonly string[];
  /** Where the values come from, by the names of the settings. */
  readonly sources: Readonly<Record<keyof SettingValues, SettingSource>>;
  /** Path of the settings file, or undefined if there is none. */
  readonly settingsFile: string | undefined;
  /** Paths at which a settings file was searched. */
  readonly searchedFiles: readonly string[];
}

/** The environment of a process, and the options of its command line that concern settings. */
export interface ConfigOptions {
  readonly env: Environment;
  /** Settings file (`--config`). */
  readonly config?: string | undefined;
  readonly dataDir?: string | undefined;
  readonly port?: number | undefined;
}

/**
 * Finds the settings file, and reads the settings from it, from the environment variables and from the options.
 * @throws ConfigError
 */
export function findConfig({ env, config: named, dataDir, port }: ConfigOptions): Config {
  const { variable, default: usualDataDir } = settings.dataDir;
  const flags: SettingFlags = {
    ...(dataDir !== undefined && { [variable]: { flag: "--data-dir", text: dataDir } }),
    ...(port !== undefined && { [settings.port.variable]: { flag: "--port", text: String(port) } }),
  };
  const found = findSettingsFile({ env, named, dataDir: dataDir ?? (env[variable] || usualDataDir) });
  return { ...loadConfig(env, { flags, file: found.file }), searchedFiles: found.searched };
}

/**
 * Reads the server's settings from environment variables, and from the given other sources.
 * @throws ConfigError
 */
export function loadConfig(env: Environment, others: Omit<SettingSources, "env"> = {}): Config {
  const {
    values: config,
    sources,
    warnings,
  } = readSettings(settings, { ...others, env }, (values) => [
    ...findHttpsSettingErrors(values),
    ...findLdapSettingErrors(values),
    ...findBackupSettingErrors(values),
  ]);
  const mailFolder = join(resolve(config.dataDir), "mail");
  const url = config.externalUrl ?? listeningUrl(config);
  const [rateLimits, ldap] = [rateLimitRules(declaredRateLimits, config), ldapSettings(config)];
  const files = toFileSettings(config.dataDir, config);
  const [https, backup] = [httpsSettings(config), backupSettings(config)];
  const server = { ...config, ...files, mailFolder, url, rateLimits, https, ldap, backup };
  return { ...config, server, warnings, sources, settingsFile: others.file?.path, searchedFiles: [] };
}

function listeningUrl(config: SettingValues): string {
  const { host, port } = config;
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${terminatesTls(config) ? "https" : "http"}://${name}:${port}`;
}
