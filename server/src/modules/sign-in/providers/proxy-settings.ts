import { BlockList, isIP } from "node:net";
import { z } from "zod";
import { commonProviderSettings, secureUrl } from "../core/identities/common-provider-settings.ts";

const RANGE = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i;
const header = z
  .string()
  .regex(/^[A-Za-z0-9-]{1,100}$/, "must be the name of a header")
  .toLowerCase();

/** Parses a list of IP addresses and ranges such as `10.1.0.0/16`. Throws if one is invalid. */
function parseAddressRanges(texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const text of texts) {
    const [, address = "", prefix] = RANGE.exec(text) ?? [];
    const family = { 4: "ipv4", 6: "ipv6" }[isIP(address)] as "ipv4" | "ipv6" | undefined;
    if (family === undefined) throw new Error(`${text} is not a network address`);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

const Proxies = z
  .array(z.string())
  .min(1)
  .transform((texts, ctx) => {
    try {
      return parseAddressRanges(texts);
    } catch {
      ctx.addIssue({ code: "custom", message: "must be network addresses or ranges such as 10.1.0.0/16" });
      return z.NEVER;
    }
  });

const { name: _name, ...others } = commonProviderSettings;

/**
 * Schema of a reverse proxy that authenticates users and sends their names in a header, as written in the identity
 * providers file.
 */
export const ProxyFileEntry = z.strictObject({
  ...others,
  header,
  proxies: Proxies,
  email_domain: z.string().min(1).optional(),
  full_name_header: header.optional(),
  groups_header: header.optional(),
  logout_url: secureUrl.optional(),
});
export type ProxySettings = z.output<typeof ProxyFileEntry>;
