import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { roles, type Role } from "@parlance/contract/entities/roles.ts";
import { z } from "zod";
import { ConfigError } from "#kernel/config.ts";
import { errorText } from "#kernel/error-description.ts";

const newcomers = {
  administrator: roles.administrator,
  moderator: roles.moderator,
  member: roles.member,
  guest: roles.guest,
};

/** Who may join through a provider without being invited, and as what. The first rule that fits counts. */
const AdmissionRule = z
  .strictObject({
    domains: z.array(z.string().toLowerCase()).min(1).optional(),
    groups: z.array(z.string()).min(1).optional(),
    role: z.enum(Object.keys(newcomers) as (keyof typeof newcomers)[]).default("member"),
    user_groups: z.array(z.string()).default([]),
  })
  .transform(({ role, ...rule }) => ({ ...rule, role: newcomers[role] as Role }));
export type AdmissionRule = z.output<typeof AdmissionRule>;

const common = {
  name: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, "takes lower-case letters, digits, _ and -"),
  display_name: z.string().min(1).max(60),
  display_icon: z.url().optional(),
  organizations: z.array(z.string()).optional(),
  admits: z.array(AdmissionRule).default([]),
};

const isLoopback = ({ hostname }: URL): boolean => ["localhost", "127.0.0.1", "[::1]"].includes(hostname);

/** Only on the machine itself may such an address be unencrypted. */
const secureUrl = z
  .url({ protocol: /^https?$/ })
  .refine((text) => text.startsWith("https:") || isLoopback(new URL(text)), "must begin with https:");

const OidcSettings = z.strictObject({
  ...common,
  issuer: secureUrl,
  client_id: z.string().min(1),
  client_secret_file: z.string().optional(),
  client_secret_variable: z.string().optional(),
  client_authentication: z.enum(["basic", "post"]).default("basic"),
  scopes: z.array(z.string()).default(["openid", "email", "profile"]),
  trusts_addresses: z.boolean().default(false),
  groups_claim: z.string().optional(),
});

const ProviderFile = z.strictObject({ openid_connect: z.array(OidcSettings).default([]) });

/** What is to be known of a provider of OpenID Connect; names as in the file. */
export interface OidcProviderSettings extends Omit<
  z.output<typeof OidcSettings>,
  "client_secret_file" | "client_secret_variable"
> {
  readonly client_secret: string | null;
}

/** The identity providers that a server trusts. */
export interface ProviderSettings {
  readonly openIdConnect: readonly OidcProviderSettings[];
}

export const noProviders: ProviderSettings = { openIdConnect: [] };

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the file that describes the identity providers, and the secrets that it names.
 * @throws ConfigError
 */
export async function readProviders(path: string | undefined, env: Environment): Promise<ProviderSettings> {
  if (path === undefined) return noProviders;
  try {
    const file = ProviderFile.parse(JSON.parse(await readFile(path, "utf8")));
    refuseNamesakes(file.openid_connect);
    const secrets = { folder: dirname(resolve(path)), env };
    return { openIdConnect: await Promise.all(file.openid_connect.map((one) => withSecret(one, secrets))) };
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : errorText(error);
    throw new ConfigError(`PARLANCE_IDENTITY_PROVIDERS names ${path}, which cannot be used: ${reason}`, {
      cause: error,
    });
  }
}

function refuseNamesakes(providers: readonly { readonly name: string }[]): void {
  const names = providers.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two providers are called ${twice}`);
}

async function withSecret(
  { client_secret_file: file, client_secret_variable: variable, ...rest }: z.output<typeof OidcSettings>,
  { folder, env }: { readonly folder: string; readonly env: Environment },
): Promise<OidcProviderSettings> {
  if (file !== undefined) {
    return { ...rest, client_secret: (await readFile(resolve(folder, file), "utf8")).trim() };
  }
  if (variable === undefined) return { ...rest, client_secret: null };
  const secret = env[variable];
  if (!secret) throw new Error(`${rest.name}: the variable ${variable} is not set`);
  return { ...rest, client_secret: secret };
}
