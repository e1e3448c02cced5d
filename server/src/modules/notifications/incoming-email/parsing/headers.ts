import { decodeText } from "./charset.ts";
import { decodeWords } from "./encoded-words.ts";
import type { MimeBudget } from "./mime-budget.ts";

export interface Header {
  /** Name of the header, in lower case. */
  readonly name: string;
  /** Unfolded value of the header. Encoded words are not decoded. */
  readonly value: string;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
const NAME = /^([!-9;-~]+)[ \t]*:/;

/** Splits an email, or a MIME part, into headers and body. Lines that are not valid headers are left out. */
export function splitHeaders(bytes: Buffer, budget: MimeBudget): { headers: readonly Header[]; body: Buffer } {
  const lines: Buffer[][] = [];
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, at);
    const newline = found === -1 ? bytes.length : found;
    const end = newline > at && bytes[newline - 1] === RETURN ? newline - 1 : newline;
    if (end === at) return { headers: lines.flatMap(headerOf), body: bytes.subarray(newline + 1) };
    budget.addHeaderLine(end - at);
    const line = bytes.subarray(at, end);
    if (isContinuation(line)) lines.at(-1)?.push(line);
    else lines.push([line]);
    at = newline + 1;
  }
  return { headers: lines.flatMap(headerOf), body: bytes.subarray(bytes.length) };
}

const isContinuation = (line: Buffer): boolean => line[0] === 0x20 || line[0] === 0x09;

function headerOf(lines: readonly Buffer[]): Header[] {
  const text = decodeText(Buffer.concat(lines));
  const [prefix, name] = NAME.exec(text) ?? [];
  if (prefix === undefined || name === undefined) return [];
  return [
    {
      name: name.toLowerCase(),
      value: text
        .slice(prefix.length)
        .replaceAll(/[\r\n\0]+/g, " ")
        .trim(),
    },
  ];
}

/** Returns the value of the first header with that name. */
export const headerValue = (headers: readonly Header[], name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

/** A value with parameters, such as that of `Content-Type`. */
export interface StructuredValue {
  /** The value in lower case, without the parameters. */
  readonly value: string;
  /** Returns a parameter, decoded. */
  parameter(name: string): string | undefined;
}

const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]*))/g;
const MAX_SECTIONS = 100;
const MAX_STRUCTURED_CHARACTERS = 10_000;

export function parseStructured(header = ""): StructuredValue {
  const text = header.slice(0, MAX_STRUCTURED_CHARACTERS);
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    // If a parameter occurs twice, the first one counts.
    if (!parameters.has(key)) parameters.set(key, quoted?.replaceAll(/\\(.)/g, "$1") ?? plain.trim());
  }
  const value = /^[^;]*/.exec(text)?.[0].replace(/\(.*/, "").trim().toLowerCase() ?? "";
  return { value, parameter: (name) => parameterOf(parameters, name) };
}

/** Returns a parameter's value, decoded if it is encoded according to RFC 2231. */
function parameterOf(parameters: ReadonlyMap<string, string>, name: string): string | undefined {
  const extended = parameters.get(`${name}*`);
  if (extended !== undefined) return decodeExtended([{ text: extended, isEncoded: true }]);
  const sections: { text: string; isEncoded: boolean }[] = [];
  for (let index = 0; index < MAX_SECTIONS; index += 1) {
    const encoded = parameters.get(`${name}*${index}*`);
    const text = encoded ?? parameters.get(`${name}*${index}`);
    if (text === undefined) break;
    sections.push({ text, isEncoded: encoded !== undefined });
  }
  if (sections.length > 0) return decodeExtended(sections);
  const plain = parameters.get(name);
  return plain === undefined ? undefined : decodeWords(plain);
}

function decodeExtended(sections: readonly { text: string; isEncoded: boolean }[]): string {
  const [, charset, , first] = /^([^']*)'([^']*)'(.*)$/s.exec(sections[0]?.text ?? "") ?? [];
  const bytes = sections.map(({ text, isEncoded }, index) => {
    const content = index === 0 && isEncoded ? (first ?? text) : text;
    return isEncoded ? percentDecoded(content) : Buffer.from(content);
  });
  return decodeText(Buffer.concat(bytes), charset ?? "");
}

function percentDecoded(text: string): Buffer {
  const bytes = Buffer.from(text.replaceAll(/%(?![0-9a-f]{2})/gi, "%25"));
  const decoded = bytes.toString("latin1").replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => {
    return String.fromCharCode(Number.parseInt(hex, 16));
  });
  return Buffer.from(decoded, "latin1");
}
