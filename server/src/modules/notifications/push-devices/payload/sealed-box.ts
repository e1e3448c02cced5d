/** Size of a public key, in bytes. */
const KEY_BYTES = 32;

/** Parses a public key in base64 (RFC 4648); null if it is invalid. */
export function parsePublicKey(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === KEY_BYTES && bytes.toString("base64") === text ? bytes : null;
}

/**
 * Encrypts texts so that only the owner of a private key can decrypt each, like libsodium's `crypto_box_seal`. In
 * base64; null for keys with which encryption is impossible, such as points of small order.
 */
export async function seal(
  texts: readonly { readonly text: string; readonly key: string }[],
): Promise<(string | null)[]> {
  const { default: sodium } = await import("libsodium-wrappers");
  await sodium.ready;
  return texts.map(({ text, key }) => {
    const bytes = parsePublicKey(key);
    try {
      return bytes && Buffer.from(sodium.crypto_box_seal(text, bytes)).toString("base64");
    } catch {
      return null;
    }
  });
}
