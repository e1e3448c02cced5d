/** What programs that send mail take at most before the `@`. */
const MAX_LOCAL_PART_LENGTH = 64;

/**
 * The address at which a channel takes mail. The channel's name is in it for people who read it: where the name has letters
 * that addresses cannot have, or is too long, the token has to do. It asks that the sender be named in what is posted.
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
