const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const windows1252 = new TextDecoder("windows-1252");
/** Labels under which some programs send UTF-8 all the same. */
const UNRELIABLE_LABELS = /^(?:|us-ascii|ascii|utf-?8|unknown-8bit|8bit)$/i;

/** Text in the encoding that it is labeled with; where the label is missing or wrong, in UTF-8 if it is that. */
export function decodeText(bytes: Uint8Array, label = ""): string {
  if (!UNRELIABLE_LABELS.test(label)) {
    try {
      return new TextDecoder(label).decode(bytes);
    } catch {
      // There is no such encoding.
    }
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return windows1252.decode(bytes);
  }
}

/** The same for the beginning of a text, which may have been cut within a character. */
export function decodeTruncated(bytes: Uint8Array, label: string | undefined): string {
  // A character of UTF-8 has four bytes at most.
  for (let cut = 0; cut < 3; cut += 1) {
    const end = bytes.length - cut;
    if (end <= 0 || ((bytes[end] ?? 0) & 0xc0) !== 0x80) return decodeText(bytes.subarray(0, end), label);
  }
  return decodeText(bytes, label);
}
