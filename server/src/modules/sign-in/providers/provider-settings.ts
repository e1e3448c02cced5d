import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { z } from "zod";
import { ConfigError } from "@parlance/kernel/config/config-error.ts";
import { errorText } from "@parlance/kernel/base/error-description.ts";
import { commonProviderSettings, secureUrl } from "../core/identities/common-provider-settings.ts";
import { type LdapAccessRules, LdapFileEntry } from "../ldap/ldap-access-rules.ts";
import { ProxyFileEntry, type ProxySettings } from "./proxy-settings.ts";
import { SamlFileEntry, type SamlProviderSettings, readSamlFiles } from "./saml/saml-settings.ts";
import { JwtFileEntry, type JwtSigner, readJwtKey } from "./jwt/jwt-settings.ts";

const OidcSettings = z.strictObject({
  ...commonProviderSettings,
  issuer: secureUrl,
  client_id: z.string().min(1),
  client_secret_file: z.string().optional(),
  client_secret_variable: z.string().optional(),
  client_authentication: z.enum(["basic", "post"]).default("basic"),
  scopes: z.array(z.string()).default(["openid", "email", "profile"]),
  trusts_addresses: z.boolean().default(false),
  groups_claim: z.string().optional(),
  ends_logins: z.boolean().optional(),
  patience_seconds: z.int().min(1).max(60).optional(),
});

const ProviderFile = z.strictObject({
  openid_connect: z.array(OidcSettings).default([]),
  saml: z.array(SamlFileEntry).default([]),
  jwt: z.array(JwtFileEntry).default([]),
  proxy_header: ProxyFileEntry.optional(),
  ldap: LdapFileEntry.optional(),
});

/** Settings of an OpenID Connect provider, with the field names of the identity providers file. */
export interface OidcProviderSettings extends Omit<
  z.output<typeof OidcSettings>,
  "client_secret_file" | "client_secret_variable"
> {
  readonly client_secret: string | null;
}

/** The identity providers that a server trusts. */
export interface ProviderSettings {
  readonly openIdConnect: readonly OidcProviderSettings[];
  readonly saml: readonly SamlProviderSettings[];
  /** Signers whose JSON web tokens are accepted. Default: none. */
  readonly jwt?: readonly JwtSigner[];
  /** The reverse proxy that authenticates users. Default: none. */
  readonly proxyHeader?: ProxySettings | undefined;
  /** Rules for the users of the LDAP directory. Default: all of them may join, as members. */
  readonly ldap?: LdapAccessRules | undefined;
}

export const noProviders: ProviderSettings = { openIdConnect: [], saml: [] };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the identity providers file, and the secrets to which it refers.
 * @throws ConfigError
 */
export async function loadProviderSettings(path: string | undefined, env: Environment): Promise<ProviderSettings> {
  if (path === undefined) return noProviders;
  try {
    const file = ProviderFile.parse(JSON.parse(await readFile(path, "utf8")));
    for (const list of [file.openid_connect, file.saml]) assertUniqueNames(list);
    const readBeside = async (name: string) => (await readFile(resolve(dirname(resolve(path)), name), "utf8")).trim();
    return {
      openIdConnect: await Promise.all(file.openid_connect.map((one) => resolveSecret(one, { read: readBeside, env }))),
      saml: await Promise.all(file.saml.map((one) => readSamlFiles(one, readBeside))),
      jwt: await Promise.all(file.jwt.map((one) => readJwtKey(one, { read: readBeside, env }))),
      proxyHeader: file.proxy_header,
      ldap: file.ldap,
    };
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : errorText(error);
    throw new ConfigError(`${path}, set in PARLANCE_IDENTITY_PROVIDERS, is invalid: ${reason}`, {
      cause: error,
    });
  }
}

function assertUniqueNames(providers: readonly { readonly name: string }[]): void {
  const names = providers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two providers have the name ${twice}`);
}

async function resolveSecret(
  { client_secret_file: file, client_secret_variable: variable, ...rest }: z.output<typeof OidcSettings>,
  { read, env }: { readonly read: (file: string) => Promise<string>; readonly env: Environment },
): Promise<OidcProviderSettings> {
  if (file !== undefined) return { ...rest, client_secret: await read(file) };
  if (variable === undefined) return { ...rest, client_secret: null };
  const secret = env[variable];
  if (!secret) throw new Error(`${rest.name}: the variable ${variable} is not set`);
  return { ...rest, client_secret: secret };
}
