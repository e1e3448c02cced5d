import { type Header, headerValue, parseStructured, splitHeaders, type StructuredValue } from "./headers.ts";
import { MimeBudget } from "./mime-budget.ts";
import { decodeBody } from "./transfer-encoding.ts";

/** An email, or a MIME part of one. */
export interface MimePart {
  readonly headers: readonly Header[];
  readonly contentType: StructuredValue;
  readonly disposition: StructuredValue;
  /** The body as it is in the email, not decoded; empty if there are parts. */
  readonly body: Buffer;
  /** The parts, if this is a multipart type. */
  readonly children: readonly MimePart[];
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const MAX_BOUNDARY_CHARACTERS = 200;
/** Characters that may follow the boundary in a delimiter line. */
const END_OF_DELIMITER = /^(--)?[ \t]*\r?$/;
const MAX_PADDING = 100;

/**
 * Splits an email into its MIME parts, in time proportional to its size.
 * @throws UnreadableEmail if it has too many parts or headers, or too deeply nested parts
 */
export const parseMime = (bytes: Buffer): MimePart => parsePart(bytes, { budget: new MimeBudget(), depth: 0 });

interface Position {
  readonly budget: MimeBudget;
  readonly depth: number;
  readonly defaultType?: string;
}

function parsePart(bytes: Buffer, { budget, depth, defaultType = "text/plain" }: Position): MimePart {
  budget.addPart(depth);
  const { headers, body } = splitHeaders(bytes, budget);
  const contentType = parseStructured(headerValue(headers, "content-type") ?? defaultType);
  const disposition = parseStructured(headerValue(headers, "content-disposition"));
  const boundary = contentType.parameter("boundary")?.trim() ?? "";
  const isMultipart = contentType.value.startsWith("multipart/") && boundary !== "";
  if (!isMultipart || boundary.length > MAX_BOUNDARY_CHARACTERS) {
    return { headers, contentType, disposition, body, children: [] };
  }
  const inside = contentType.value === "multipart/digest" ? { defaultType: "message/rfc822" } : {};
  const children = splitBody(body, boundary, budget).map((part) =>
    parsePart(part, { budget, depth: depth + 1, ...inside }),
  );
  return { headers, contentType, disposition, body: body.subarray(0, 0), children };
}

function splitBody(body: Buffer, boundary: string, budget: MimeBudget): Buffer[] {
  const parts: Buffer[] = [];
  let start: number | undefined;
  const end = (at: number) => {
    if (start !== undefined) parts.push(body.subarray(start, Math.max(start, at)));
    start = undefined;
  };
  for (const delimiter of delimiters(body, boundary, budget)) {
    end(delimiter.start);
    if (delimiter.isLast) return parts;
    start = delimiter.end;
  }
  end(body.length);
  return parts;
}

interface Delimiter {
  /** Position at which the previous part ends. The line break before a delimiter belongs to the delimiter. */
  readonly start: number;
  /** Position at which the line after the delimiter starts. */
  readonly end: number;
  readonly isLast: boolean;
}

function* delimiters(body: Buffer, boundary: string, budget: MimeBudget): Iterable<Delimiter> {
  const marker = Buffer.from(`\n--${boundary}`);
  const isAtStart = body.subarray(0, marker.length - 1).equals(marker.subarray(1));
  const nextLine = (from: number) => body.indexOf(marker, from) + 1 || undefined;
  for (let line = isAtStart ? 0 : nextLine(0); line !== undefined;) {
    budget.addDelimiter();
    const after = line + marker.length - 1;
    const newline = body.indexOf(NEWLINE, after);
    const end = newline === -1 ? body.length : newline;
    const [match, dashes] =
      END_OF_DELIMITER.exec(body.toString("latin1", after, Math.min(end, after + MAX_PADDING))) ?? [];
    if (match !== undefined) {
      const start = body[line - 2] === RETURN ? line - 2 : line - 1;
      yield { start: Math.max(start, 0), end: end + 1, isLast: dashes !== undefined };
    }
    line = nextLine(end);
  }
}

/** Decodes the content of a part that has no parts itself. `maxBytes` is the maximum number of encoded bytes to decode. */
export function decodedContent(part: MimePart, maxBytes = part.body.length): Buffer {
  return decodeBody(part.body.subarray(0, maxBytes), headerValue(part.headers, "content-transfer-encoding") ?? "");
}
