import { createHash } from "node:crypto";
import { stripQuotedReply } from "./strip-quoted-reply.ts";
import { decodeWords } from "./encoded-words.ts";
import { type EmailAttachment, attachmentsOf } from "./email-attachments.ts";
import { cleanLine, extractText } from "./email-text.ts";
import { type Header, headerValue } from "./headers.ts";
import { parseMime } from "./mime-part.ts";
import { UnreadableEmail } from "./mime-budget.ts";

interface Sender {
  readonly name: string;
  /** Email address of the sender, in lower case. */
  readonly address: string;
}

const MAX_FROM_CHARACTERS = 2000;
const ADDRESS = /^[^\s<>()[\]",;:\\@]{1,64}@[^\s<>()[\]",;:\\@]{1,255}$/;
/** A quoted string, a comment, an address in angle brackets, a separator, or other text. */
const TOKEN = /"((?:[^"\\]|\\.)*)"|\((?:[^()\\]|\\.)*\)|<([^<>"]*)>|[,;]|([^"()<>,;\\]+)|(.)/gsu;

/**
 * Returns the sender of an email, or the reason why the sender is missing, unreadable or ambiguous. If there are
 * several addresses, mail servers and mail clients choose differently, so the address that the mail server verified
 * might not be the one used here.
 */
function parseSender(headers: readonly Header[]): Sender | { readonly problem: string } {
  const values = headers.filter(({ name }) => name === "from").map(({ value }) => value);
  if (values.length > 1) return { problem: "the email has more than one From header" };
  const [value = ""] = values;
  const parsed = value.length <= MAX_FROM_CHARACTERS && parseMailboxes(value);
  if (!parsed) return { problem: "the From header of the email cannot be read" };
  const addresses = new Set(parsed.addresses.map((address) => address.toLowerCase()));
  const [address] = addresses;
  if (address === undefined) return { problem: "the email does not say who wrote it" };
  if (addresses.size > 1) return { problem: "the email has more than one From address" };
  if (!ADDRESS.test(address)) return { problem: "the From address of the email cannot be read" };
  return { name: decodeWords(parsed.name).trim(), address };
}

/** Parses a list of addresses; null if it is unclear where one ends and the next starts. */
function parseMailboxes(value: string): { readonly name: string; readonly addresses: readonly string[] } | null {
  const addresses: string[] = [];
  const names: string[] = [];
  let wasQuoted = false;
  for (const [, quoted, bracketed, text, stray] of value.matchAll(TOKEN)) {
    if (stray !== undefined || (wasQuoted && text?.startsWith("@"))) return null;
    if (quoted !== undefined) names.push(quoted.replaceAll(/\\(.)/gs, "$1"));
    if (bracketed !== undefined) addresses.push(bracketed.trim());
    for (const word of text?.split(/\s+/) ?? []) {
      if (word.includes("@")) addresses.push(word);
      else if (word !== "") names.push(word);
    }
    wasQuoted = quoted !== undefined;
  }
  return { name: names.join(" "), addresses: addresses.filter((address) => address !== "") };
}

/** Maximum number of characters that are read from a subject. */
const MAX_SUBJECT_CHARACTERS = 1000;
const MAX_NAME_CHARACTERS = 200;

/** The content of an email that can be posted. */
export interface ParsedEmail {
  /**
   * The Message-ID; without one, a hash of the email's bytes, which are the same if a mail server sends the email
   * again.
   */
  readonly messageId: string;
  readonly from: Sender;
  readonly subject: string;
  /** Text without the signature. If the email is a reply, also without the quoted text. */
  readonly text: string;
  /** Text without the signature and quoted text, for an email to a reply address, which always counts as a reply. */
  readonly replyText: string;
  readonly attachments: readonly EmailAttachment[];
}

/** Result of parsing an email. */
export type EmailParseResult =
  | { readonly kind: "post"; readonly email: ParsedEmail }
  /** The email was sent automatically. Responding to it could cause an endless mail loop. */
  | { readonly kind: "ignore" }
  | { readonly kind: "refuse"; readonly reason: string; readonly isUnreadable: boolean };

export interface EmailInput {
  readonly raw: Uint8Array;
  /** The domain from which this server sends email; null if unknown. */
  readonly ownDomain: string | null;
}

/** Parses an email from an untrusted sender. */
export function parseEmail({ raw, ownDomain }: EmailInput): EmailParseResult {
  try {
    return evaluateEmail(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), ownDomain);
  } catch (error) {
    if (!(error instanceof UnreadableEmail)) throw error;
    return { kind: "refuse", reason: error.message, isUnreadable: true };
  }
}

function evaluateEmail(raw: Buffer, ownDomain: string | null): EmailParseResult {
  const email = parseMime(raw);
  const { headers } = email;
  if (isAutomatic(headers) || isOwn(headers, ownDomain)) return { kind: "ignore" };
  if (isForged(headers)) {
    return { kind: "refuse", reason: "the email is not from the sender that it names", isUnreadable: false };
  }
  const from = parseSender(headers);
  if ("problem" in from) return { kind: "refuse", reason: from.problem, isUnreadable: false };
  const text = extractText(email);
  const isReply = headerValue(headers, "in-reply-to") !== undefined || headerValue(headers, "references") !== undefined;
  const replyText = stripQuotedReply(text, true);
  const post = {
    messageId: headerValue(headers, "message-id") || createHash("sha256").update(raw).digest("hex"),
    from: { address: from.address, name: cleanLine(from.name, MAX_NAME_CHARACTERS) },
    subject: cleanLine(decodeWords(headerValue(headers, "subject") ?? ""), MAX_SUBJECT_CHARACTERS),
    text: isReply ? replyText : stripQuotedReply(text, false),
    replyText,
    attachments: attachmentsOf(email),
  };
  return { kind: "post", email: post };
}

const lowerCaseHeader = (headers: readonly Header[], name: string): string =>
  headerValue(headers, name)?.toLowerCase() ?? "";

/**
 * Returns true if the receiving mail server found that the sender is forged (RFC 8601). The header could also have been
 * added by the sender, but then it would only harm the sender's own email.
 */
const isForged = (headers: readonly Header[]): boolean =>
  /\bdmarc\s*=\s*fail\b/.test(lowerCaseHeader(headers, "authentication-results"));

/** Returns true if an email is an automatic reply, such as a vacation reply or a bounce. */
const isAutomatic = (headers: readonly Header[]): boolean =>
  lowerCaseHeader(headers, "auto-submitted").startsWith("auto-replied") ||
  lowerCaseHeader(headers, "precedence") === "auto_reply" ||
  lowerCaseHeader(headers, "x-autoreply") !== "" ||
  lowerCaseHeader(headers, "x-autorespond") !== "" ||
  lowerCaseHeader(headers, "content-type").startsWith("multipart/report") ||
  lowerCaseHeader(headers, "return-path") === "<>";

/** Returns true if this server sent the email, and it was forwarded back. */
function isOwn(headers: readonly Header[], ownDomain: string | null): boolean {
  const messageId = headerValue(headers, "message-id") ?? "";
  return (
    ownDomain !== null &&
    lowerCaseHeader(headers, "auto-submitted") === "auto-generated" &&
    /^<letter-\d+\.[0-9a-z]+@/.test(messageId) &&
    messageId.toLowerCase().endsWith(`@${ownDomain.toLowerCase()}>`)
  );
}
