import { z } from "zod";
import { commonProviderSettings, secureUrl } from "#modules/sign-in/core/identities/common-provider-settings.ts";

/** Schema of a SAML 2.0 provider, as written in the identity providers file. */
export const SamlFileEntry = z.strictObject({
  ...commonProviderSettings,
  entity_id: z.string().min(1),
  sign_on_url: secureUrl,
  certificate_files: z.array(z.string()).min(1),
  decryption_key_file: z.string().optional(),
  decryption_certificate_file: z.string().optional(),
  signing_key_file: z.string().optional(),
  signing_certificate_file: z.string().optional(),
  attributes: z
    .strictObject({
      subject: z.string().optional(),
      email: z.string().optional(),
      full_name: z.string().optional(),
      groups: z.string().optional(),
    })
    .default({}),
  trusts_addresses: z.boolean().default(true),
  allows_unsolicited: z.boolean().default(false),
});
type Entry = z.output<typeof SamlFileEntry>;

/** A key and its public certificate, in PEM. */
interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

type Files =
  | "certificate_files"
  | "decryption_key_file"
  | "decryption_certificate_file"
  | "signing_key_file"
  | "signing_certificate_file";

/** Settings of a provider with the contents of the files. */
export interface SamlProviderSettings extends Omit<Entry, Files> {
  /** The provider's certificates, in PEM. Any of them may have signed: a provider has two while it replaces one. */
  readonly certificates: readonly string[];
  /** Key pair with which assertions are encrypted; null if encrypted assertions are not accepted. */
  readonly decryption: KeyPair | null;
  /** Key pair for signing requests. Default: requests are not signed. */
  readonly signing?: KeyPair | null;
}

type Read = (file: string) => Promise<string>;

/** Reads the files of an entry. */
export async function readSamlFiles(entry: Entry, read: Read): Promise<SamlProviderSettings> {
  const {
    certificate_files: files,
    decryption_key_file: decryptionKey,
    decryption_certificate_file: decryptionCertificate,
    signing_key_file: signingKey,
    signing_certificate_file: signingCertificate,
    ...rest
  } = entry;
  return {
    ...rest,
    certificates: await Promise.all(files.map(read)),
    decryption: await readKeyPair(`${rest.name}: decryption`, decryptionKey, decryptionCertificate, read),
    signing: await readKeyPair(`${rest.name}: signing`, signingKey, signingCertificate, read),
  };
}

async function readKeyPair(
  what: string,
  key: string | undefined,
  certificate: string | undefined,
  read: Read,
): Promise<KeyPair | null> {
  if (key === undefined && certificate === undefined) return null;
  if (key === undefined || certificate === undefined) throw new Error(`${what} requires a key and its certificate`);
  return { key: await read(key), certificate: await read(certificate) };
}
