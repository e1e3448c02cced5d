const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");
/** Charset labels that some programs use for text that is UTF-8. */
const UNRELIABLE_LABELS = /^(?:|us-ascii|ascii|utf-?8|unknown-8bit|8bit)$/i;

/**
 * Decodes text with the charset of its label. If the label is missing, unknown or unreliable, decodes it as UTF-8 if it
 * is valid, otherwise as Windows-1252.
 */
export function decodeText(bytes: Uint8Array, label = ""): string {
  if (!UNRELIABLE_LABELS.test(label)) {
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // Unknown charset: try UTF-8 below.
    }
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

/** Decodes the start of a text, which may have been cut within a character. */
export function decodeTruncated(bytes: Uint8Array, label: string | undefined): string {
  // A UTF-8 character has at most four bytes.
  for (let cut = 0; cut < 3; cut += 1) {
    const end = bytes.length - cut;
    if (end <= 0 || ((bytes[end] ?? 0) & 0xc0) !== 0x80) return decodeText(bytes.subarray(0, end), label);
  }
  return decodeText(bytes, label);
}
