import { readProviders } from "#modules/sign-in/providers/provider-settings.ts";
import type { Config } from "#kernel/config.ts";

/**
 * The settings of a server with what stands in files of their own.
 * @throws ConfigError
 */
export async function settingsWithFiles(
  { server, identityProvidersFile }: Pick<Config, "server" | "identityProvidersFile">,
  env: NodeJS.ProcessEnv,
) {
  const identityProviders = await readProviders(identityProvidersFile, env);
  return { ...server, identityProviders, ldap: server.ldap && { ...server.ldap, door: identityProviders.ldap } };
}
