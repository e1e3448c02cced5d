import { plainText } from "@parlance/markdown/plain-text.ts";
import { decodeTruncated } from "./charset.ts";
import { decodedContent, type MimePart } from "./mime-part.ts";

/** Maximum number of characters read from an email. A message can contain far fewer. */
const MAX_TEXT_CHARACTERS = 300_000;
/** Maximum encoded size of that text, in bytes: up to twelve per character. */
const MAX_TEXT_BYTES = MAX_TEXT_CHARACTERS * 12;

/** Returns the text of an email: its plain text, or otherwise the text of its HTML. */
export function extractText(email: MimePart): string {
  return cleanText(readText(email)?.text ?? "");
}

interface PartText {
  readonly text: string;
  readonly isPlain: boolean;
}

/** Returns the text of a MIME part, which may have several versions; null if it has no text. */
function readText(part: MimePart): PartText | null {
  if (part.children.length === 0) return isTextPart(part) ? leafText(part) : null;
  const texts: PartText[] = [];
  let length = 0;
  for (const child of part.children) {
    const found = length < MAX_TEXT_CHARACTERS ? readText(child) : null;
    if (!found || found.text.trim() === "") continue;
    if (part.contentType.value === "multipart/alternative" && found.isPlain) return found;
    texts.push(found);
    length += found.text.length;
  }
  if (part.contentType.value === "multipart/alternative") return texts.at(-1) ?? null;
  if (texts.length === 0) return null;
  return { text: texts.map(({ text }) => text.trimEnd()).join("\n"), isPlain: texts.some(({ isPlain }) => isPlain) };
}

/** Returns true if a MIME part belongs to the text, false if it is an attachment or of another type. */
export function isTextPart({ contentType, disposition }: MimePart): boolean {
  if (contentType.value !== "text/plain" && contentType.value !== "text/html") return false;
  const name = disposition.parameter("filename") ?? contentType.parameter("name");
  return disposition.value !== "attachment" && name === undefined;
}

function leafText(part: MimePart): PartText {
  const bytes = decodedContent(part, MAX_TEXT_BYTES);
  const [charset] = part.contentType.parameter("charset")?.trim().split(/\s/) ?? [];
  const text = decodeTruncated(bytes, charset).slice(0, MAX_TEXT_CHARACTERS);
  if (part.contentType.value === "text/html") return { text: plainText(text), isPlain: false };
  const isFlowed = part.contentType.parameter("format")?.toLowerCase() === "flowed";
  return { text: isFlowed ? joinFlowed(text, part.contentType.parameter("delsp")) : text, isPlain: true };
}

/** Joins lines of a paragraph that were broken only for transport (RFC 3676). */
function joinFlowed(text: string, delsp = "no"): string {
  const paragraphs: string[][] = [];
  let isOpen = false;
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.startsWith(" ") ? raw.slice(1) : raw;
    const continues = line.endsWith(" ") && line !== "-- " && !line.startsWith(">");
    const content = continues && delsp.toLowerCase() === "yes" ? line.slice(0, -1) : line;
    if (isOpen) paragraphs.at(-1)?.push(content);
    else paragraphs.push([content]);
    isOpen = continues;
  }
  return paragraphs.map((lines) => lines.join("")).join("\n");
}

/** Truncates a text, unifies its line breaks, and removes other control characters except tabs. */
const cleanText = (text: string): string =>
  text
    .slice(0, MAX_TEXT_CHARACTERS)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, "");

/**
 * Truncates text for a single line, such as a subject, and replaces its control characters and line breaks with spaces.
 */
export const cleanLine = (text: string, maxLength: number): string =>
  text
    .slice(0, maxLength)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .replaceAll(/\p{Bidi_Control}/gu, "")
    .trim();
