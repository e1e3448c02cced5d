/** Maximum number of characters before the `@` that email programs support. */
const MAX_LOCAL_PART_LENGTH = 64;

/**
 * Returns the email address of a channel. For readability, the address contains the channel's name before the token.
 * The name is omitted if it has characters that addresses cannot contain, or none that they can, or if the address
 * would be too long. The part `show-sender` makes the posted messages name the sender of the email.
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
