import { createHash } from "node:crypto";
import { writtenText } from "./strip-quoted-reply.ts";
import { decodeWords } from "./encoded-words.ts";
import { type EmailFile, filesOf } from "./email-attachments.ts";
import { cleanLine, textOf } from "./email-text.ts";
import { type Header, headerValue } from "./headers.ts";
import { parseSender, type Sender } from "./from-address.ts";
import { parseMime } from "./mime-part.ts";
import { UnreadableEmail } from "./unreadable-email.ts";

/** Of longer lines, only the beginning is read. */
const MAX_SUBJECT_CHARACTERS = 1000;
const MAX_NAME_CHARACTERS = 200;

/** What of an email can be posted. */
export interface ParsedEmail {
  /** As its mail program named it, or else made from its bytes: a mail server that hands it in again hands in the same ones. */
  readonly messageId: string;
  readonly from: Sender;
  readonly subject: string;
  /** Without the signature; without quoted text, if it is a reply. */
  readonly text: string;
  /** The same where it came to an address for replies, so that it is one in any case. */
  readonly replyText: string;
  readonly files: readonly EmailFile[];
}

/** What is to be done with an email. */
export type EmailVerdict =
  | { readonly kind: "post"; readonly email: ParsedEmail }
  /** No person wrote it: an answer to it might be answered for ever. */
  | { readonly kind: "ignore" }
  | { readonly kind: "refuse"; readonly reason: string; readonly isUnreadable: boolean };

export interface EmailInput {
  readonly raw: Uint8Array;
  /** The domain from which this server sends email; null: unknown. */
  readonly ownDomain: string | null;
}

/** Parses an email that a stranger may have sent. */
export function parseEmail({ raw, ownDomain }: EmailInput): EmailVerdict {
  try {
    return judge(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength), ownDomain);
  } catch (error) {
    if (!(error instanceof UnreadableEmail)) throw error;
    return { kind: "refuse", reason: error.message, isUnreadable: true };
  }
}

function judge(raw: Buffer, ownDomain: string | null): EmailVerdict {
  const email = parseMime(raw);
  const { headers } = email;
  if (isAutomatic(headers) || isOwn(headers, ownDomain)) return { kind: "ignore" };
  if (isForged(headers)) {
    return { kind: "refuse", reason: "the email is not from the sender that it names", isUnreadable: false };
  }
  const from = parseSender(headers);
  if ("problem" in from) return { kind: "refuse", reason: from.problem, isUnreadable: false };
  const text = textOf(email);
  const isReply = headerValue(headers, "in-reply-to") !== undefined || headerValue(headers, "references") !== undefined;
  const replyText = writtenText(text, true);
  const post = {
    messageId: headerValue(headers, "message-id") || createHash("sha256").update(raw).digest("hex"),
    from: { address: from.address, name: cleanLine(from.name, MAX_NAME_CHARACTERS) },
    subject: cleanLine(decodeWords(headerValue(headers, "subject") ?? ""), MAX_SUBJECT_CHARACTERS),
    text: isReply ? replyText : writtenText(text, false),
    replyText,
    files: filesOf(email),
  };
  return { kind: "post", email: post };
}

const lowerValue = (headers: readonly Header[], name: string): string =>
  headerValue(headers, name)?.toLowerCase() ?? "";

/**
 * Whether the mail server that took it in found that its sender is forged (RFC 8601). What a forger writes there is below that, and
 * could only harm the email.
 */
const isForged = (headers: readonly Header[]): boolean =>
  /\bdmarc\s*=\s*fail\b/.test(lowerValue(headers, "authentication-results"));

/** Answers of machines: holiday notices, and reports of emails that could not be delivered. */
const isAutomatic = (headers: readonly Header[]): boolean =>
  lowerValue(headers, "auto-submitted").startsWith("auto-replied") ||
  lowerValue(headers, "precedence") === "auto_reply" ||
  lowerValue(headers, "x-autoreply") !== "" ||
  lowerValue(headers, "x-autorespond") !== "" ||
  lowerValue(headers, "content-type").startsWith("multipart/report") ||
  lowerValue(headers, "return-path") === "<>";

/** Emails of this server that were passed on to it. */
function isOwn(headers: readonly Header[], ownDomain: string | null): boolean {
  const messageId = headerValue(headers, "message-id") ?? "";
  return (
    ownDomain !== null &&
    lowerValue(headers, "auto-submitted") === "auto-generated" &&
    /^<letter-\d+\.[0-9a-z]+@/.test(messageId) &&
    messageId.toLowerCase().endsWith(`@${ownDomain.toLowerCase()}>`)
  );
}
