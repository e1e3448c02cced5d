import { encodeHashComponent } from "./fragments.ts";
const ALLOWED_SCHEMES = new Set(
  (
    "http https ftp file bitcoin geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sip sms smsto ssh tel urn " +
    "webcal wtai xmpp"
  ).split(" "),
);

/**
 * Returns the `href` for an address that a user wrote, or null if its scheme is not allowed. An address without a
 * scheme is a path (`/…`), a fragment (`#…`), an email address, or a web URL without `http://`.
 */
export function toHref(address: string): string | null {
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1];
  if (scheme !== undefined) {
    const lowerCased = scheme.toLowerCase();
    return ALLOWED_SCHEMES.has(lowerCased) ? lowerCased + address.slice(scheme.length) : null;
  }
  if (address.startsWith("//")) return `http:${address}`;
  if (address.startsWith("/") || address.startsWith("#")) return address;
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `http://${address}`;
}

/**
 * Returns a relative `href` for a link to a view (`#…`) or an uploaded file of the organization, so that the link works
 * at all URLs of the organization. Returns any other `href` unchanged.
 */
export function relativeTo(realmUrl: string | undefined, href: string): string {
  if (realmUrl === undefined || !href.startsWith(`${realmUrl}/`)) return href;
  const path = href.slice(realmUrl.length + 1);
  return path.startsWith("#") || path.startsWith("user_uploads/") ? path : href;
}

export function channelHref(channel: { id: number; name: string }): string {
  return `/#narrow/channel/${channel.id}-${encodeHashComponent(channel.name.replaceAll(" ", "-"))}`;
}

export function topicHref(channel: { id: number; name: string }, topic: string): string {
  return `${channelHref(channel)}/topic/${encodeHashComponent(topic)}`;
}
