/** Encodes an operand of a narrow for the fragment of a URL: percent-encoding, with `.` instead of `%`. */
export function encodeHashComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

/** Decodes the output of `encodeHashComponent`. Text that cannot be decoded is returned unchanged. */
export function decodeHashComponent(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll(".", "%"));
  } catch {
    return part;
  }
}
