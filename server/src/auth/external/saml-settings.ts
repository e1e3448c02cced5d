import { z } from "zod";
import { commonSettings, secureUrl } from "./common-settings.ts";

/** A provider that speaks SAML 2.0, as the file of providers describes it. */
export const SamlFileEntry = z.strictObject({
  ...commonSettings,
  entity_id: z.string().min(1),
  sign_on_url: secureUrl,
  certificate_files: z.array(z.string()).min(1),
  decryption_key_file: z.string().optional(),
  decryption_certificate_file: z.string().optional(),
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

/** The same with the contents of the files. */
export interface SamlProviderSettings extends Omit<
  Entry,
  "certificate_files" | "decryption_key_file" | "decryption_certificate_file"
> {
  /** In PEM. Any of them may have signed: providers have two while they change. */
  readonly certificates: readonly string[];
  /** By which assertions are read that are encrypted; null: none are taken. */
  readonly decryption: { readonly key: string; readonly certificate: string } | null;
}

/** Reads the files that an entry names. */
export async function withFiles(entry: Entry, read: (file: string) => Promise<string>): Promise<SamlProviderSettings> {
  const {
    certificate_files: files,
    decryption_key_file: key,
    decryption_certificate_file: certificate,
    ...rest
  } = entry;
  const certificates = await Promise.all(files.map(read));
  if (key === undefined && certificate === undefined) return { ...rest, certificates, decryption: null };
  if (key === undefined || certificate === undefined) {
    throw new Error(`${rest.name}: decryption takes a key and its certificate`);
  }
  return { ...rest, certificates, decryption: { key: await read(key), certificate: await read(certificate) } };
}
