/** First bytes of each accepted format. Null stands for any byte. */
const SIGNATURES: Readonly<Record<string, readonly (number | null)[]>> = {
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
  jpeg: [0xff, 0xd8, 0xff],
  gif: [0x47, 0x49, 0x46, 0x38],
  webp: [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
};

/** The accepted formats. */
export const imageFormats: readonly string[] = Object.keys(SIGNATURES);

/** Returns the format of a picture according to its first bytes, or null if the format is not accepted. */
export function detectFormat(bytes: Uint8Array): string | null {
  const found = Object.entries(SIGNATURES).find(([, signature]) =>
    signature.every((byte, index) => byte === null || bytes[index] === byte),
  );
  return found?.[0] ?? null;
}
