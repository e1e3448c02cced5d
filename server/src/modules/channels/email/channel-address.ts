/** Maximum length that email programs support before the `@`. */
const MAX_LOCAL_PART_LENGTH = 64;

/**
 * Returns the email address of a channel. It contains the channel's name for readability, unless the name has no
 * characters that are valid in addresses, or is too long. Then it contains only the token. The address requests that
 * posted messages name the sender.
 */
export function channelAddress(pattern: string, name: string, token: string): string {
  if (pattern === "") return "";
  const secret = `${token}.show-sender`;
  const readable = readableIn(name);
  const address = pattern.replace("%s", `${readable}.${secret}`);
  const isShort = address.indexOf("@") <= MAX_LOCAL_PART_LENGTH;
  return readable !== "" && isShort ? address : pattern.replace("%s", secret);
}

function readableIn(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "");
  return /^[a-z0-9-]*$/.test(plain) ? plain : "";
}
