/** Size of a public key, in bytes. */
const KEY_BYTES = 32;

/** Parses a public key in base64 (RFC 4648); null if the text is not a valid key. */
export function parsePublicKey(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === KEY_BYTES && bytes.toString("base64") === text ? bytes : null;
}

/**
 * Encrypts texts, each for the owner of a key, like libsodium's `crypto_box_seal`. Returns them in base64; null for a
 * key with which encryption is impossible, such as a point of small order.
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
