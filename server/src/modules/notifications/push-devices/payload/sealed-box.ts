/** Bytes of a public key. */
const KEY_BYTES = 32;

/** The bytes of a public key in base64, as RFC 4648 has it; null: it is none. */
export function parsePublicKey(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, "base64");
  return bytes.length === KEY_BYTES && bytes.toString("base64") === text ? bytes : null;
}

/**
 * Seals texts, each for the holder of a private key alone, as libsodium's `crypto_box_seal` does. In base64; null for keys with
 * which nothing can be sealed, as points of a small order are.
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
