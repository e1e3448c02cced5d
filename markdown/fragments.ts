/** Encodes an operand of a narrow for a URL's fragment: as a query parameter would be, with `.` instead of `%`. */
export function encodeHashComponent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

/** Reads what `encodeHashComponent` wrote; what it cannot have written is read as it stands. */
export function decodeHashComponent(part: string): string {
  try {
    return decodeURIComponent(part.replaceAll(".", "%"));
  } catch {
    return part;
  }
}
