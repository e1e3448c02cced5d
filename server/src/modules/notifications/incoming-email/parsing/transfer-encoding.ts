const EQUALS = 0x3d;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Decodes a body according to its `Content-Transfer-Encoding`. */
export function decodeBody(body: Buffer, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return decodeBase64(body);
  return /quoted-printable/i.test(encoding) ? decodeQuotedPrintable(body) : body;
}

/** Maximum number of separately padded sections, each of which uses memory. No real email has that many lines. */
const MAX_PADDED_UNITS = 400_000;

/** Decodes base64. Also accepts text in which each line has its own padding. */
function decodeBase64(body: Buffer): Buffer {
  const text = body.toString("latin1");
  const padding = text.indexOf("=");
  if (padding === -1 || !/[a-z0-9+/]/i.test(text.slice(padding))) return Buffer.from(text, "base64");
  return Buffer.concat(text.split(/=+/, MAX_PADDED_UNITS).map((unit) => Buffer.from(unit, "base64")));
}

export function decodeQuotedPrintable(body: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(body.length);
  let length = 0;
  for (let from = 0; from < body.length;) {
    const found = body.indexOf(EQUALS, from);
    const equals = found === -1 ? body.length : found;
    length += body.copy(decoded, length, from, equals);
    if (found === -1) break;
    const skipped = softBreakLength(body, equals + 1);
    const byte = (nibble(body[equals + 1]) << 4) | nibble(body[equals + 2]);
    if (skipped === 0) decoded[length++] = byte < 0 ? EQUALS : byte;
    from = equals + 1 + (skipped === 0 && byte >= 0 ? 2 : skipped);
  }
  return decoded.subarray(0, length);
}

/** Returns the length of the line break after `=` at that position; 0 if there is none. */
function softBreakLength(body: Buffer, at: number): number {
  if (body[at] === NEWLINE) return 1;
  return body[at] === RETURN && body[at + 1] === NEWLINE ? 2 : 0;
}

/** Returns the value of a hexadecimal digit; -1 if it is not one. */
function nibble(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const character = byte & ~0x20;
  return character >= 0x41 && character <= 0x46 ? character - 0x37 : -1;
}
