import { createPublicKey, createSecretKey, type KeyObject } from "node:crypto";
import { z } from "zod";
import { AdmissionRule } from "#modules/sign-in/core/identities/common-provider-settings.ts";

/** Minimum length of the shared secret in bytes, by algorithm; null for algorithms with a public key. */
const minSecretBytes = {
  HS256: 32,
  HS384: 48,
  HS512: 64,
  RS256: null,
  RS384: null,
  RS512: null,
  PS256: null,
  PS384: null,
  PS512: null,
  ES256: null,
  ES384: null,
  ES512: null,
  EdDSA: null,
} as const;
type Algorithm = keyof typeof minSecretBytes;

/** Schema of a signer of JSON web tokens for one organization, as written in the identity providers file. */
export const JwtFileEntry = z.strictObject({
  organization: z.string(),
  algorithm: z.enum(Object.keys(minSecretBytes) as [Algorithm, ...Algorithm[]]).default("HS256"),
  secret_file: z.string().optional(),
  secret_variable: z.string().optional(),
  public_key_file: z.string().optional(),
  requires_expiry: z.boolean().default(false),
  admits: z.array(AdmissionRule).default([]),
  groups_claim: z.string().optional(),
  does_second_factor: z.boolean().default(false),
});
type Entry = z.output<typeof JwtFileEntry>;

/** A signer of tokens, with the key that verifies them. */
export interface JwtSigner {
  /** Subdomain of the organization whose users the signer logs in. */
  readonly organization: string;
  readonly algorithm: Algorithm;
  readonly key: KeyObject;
  /** Whether tokens must have an expiration time. */
  readonly requiresExpiry: boolean;
  /** Rules that let users join without an invitation. Default: none. */
  readonly admissions?: readonly AdmissionRule[];
  /** Name of the claim that lists a user's groups. Default: none. */
  readonly groupsClaim?: string | undefined;
  /** Whether the site checks a second factor itself, so that this server need not. Default: false. */
  readonly doesSecondFactor?: boolean;
}

interface Sources {
  readonly read: (file: string) => Promise<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Converts a signer's entry to a signer, and reads its key from the file or environment variable.
 * @throws Error if the key is missing, too short or not of the algorithm's kind
 */
export async function readJwtKey(entry: Entry, sources: Sources): Promise<JwtSigner> {
  const { organization, algorithm, requires_expiry: requiresExpiry } = entry;
  const joining = { admissions: entry.admits, groupsClaim: entry.groups_claim };
  const doesSecondFactor = entry.does_second_factor;
  const least = minSecretBytes[algorithm];
  const key = least === null ? await publicKeyOf(entry, sources) : await secretOf(entry, least, sources);
  return { organization, algorithm, key, requiresExpiry, ...joining, doesSecondFactor };
}

const describeEntry = ({ organization, algorithm }: Entry): string => `jwt of "${organization}" (${algorithm})`;

async function publicKeyOf(entry: Entry, { read }: Sources): Promise<KeyObject> {
  const { public_key_file: file, secret_file: secret, secret_variable: variable } = entry;
  if (file === undefined || secret !== undefined || variable !== undefined) {
    throw new Error(`${describeEntry(entry)} requires public_key_file, and no secret`);
  }
  return createPublicKey(await read(file));
}

async function secretOf(entry: Entry, least: number, { read, env }: Sources): Promise<KeyObject> {
  const { secret_file: file, secret_variable: variable, public_key_file: publicKey } = entry;
  if (publicKey !== undefined || (file === undefined) === (variable === undefined)) {
    throw new Error(`${describeEntry(entry)} requires either secret_file or secret_variable, and no public_key_file`);
  }
  const text = file === undefined ? env[variable ?? ""] : await read(file);
  if (!text) throw new Error(`${describeEntry(entry)}: ${file ?? `the variable ${variable}`} contains no secret`);
  const secret = Buffer.from(text);
  if (secret.length < least) throw new Error(`${describeEntry(entry)}: the secret must have at least ${least} bytes`);
  return createSecretKey(secret);
}
