import type { Email } from "postal-mime";
import { plainText } from "@parlance/markdown/plain-text.ts";
import { MailRefused } from "./refusal.ts";
import { writtenText } from "./written-answer.ts";

/** The largest letter that is taken, in bytes. */
export const MOST_BYTES = 25 * 1024 * 1024;
const MOST_ATTACHMENTS = 20;
/** Of longer texts, only the beginning is looked at: a message holds far less. */
const MOST_CHARACTERS = 300_000;
const PARSING = { maxNestingDepth: 32, maxHeadersSize: 256 * 1024, attachmentEncoding: "arraybuffer" } as const;

/** A file that came with a letter. */
export interface EnclosedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

/** What is posted of a letter. */
export interface IncomingLetter {
  /** As mail programs name it; empty where they do not. */
  readonly messageId: string;
  readonly from: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly files: readonly EnclosedFile[];
}

interface ReadingOptions {
  /** Where this server's own letters come from. */
  readonly ownDomain: string;
  /** Whether it came to an address for answers. */
  readonly isToAnswer: boolean;
}

/**
 * Reads a letter as it came. Null: no person wrote it, so it is passed over in silence, or two machines might go on answering each
 * other for ever.
 * @throws MailRefused where it cannot be read, or its sender is forged
 */
export async function readLetter(
  raw: Uint8Array,
  { ownDomain, isToAnswer }: ReadingOptions,
): Promise<IncomingLetter | null> {
  if (raw.length > MOST_BYTES) throw new MailRefused("the letter is too large");
  const mail = await parsed(raw);
  if (isAutomatic(mail) || isOwn(mail, ownDomain)) return null;
  if (isForged(mail)) throw new MailRefused("the letter is not from whom it says");
  const address = mail.from?.address?.trim().toLowerCase() ?? "";
  if (address === "") throw new MailRefused("the letter does not say who wrote it");
  const isAnswer = isToAnswer || mail.inReplyTo !== undefined || mail.references !== undefined;
  return {
    messageId: mail.messageId ?? "",
    from: { name: mail.from?.name.trim() ?? "", address },
    subject: mail.subject ?? "",
    text: writtenText(textOf(mail), isAnswer),
    files: filesOf(mail),
  };
}

/** The plain text, or else what its HTML says. */
function textOf({ text, html = "" }: Email): string {
  return (text ?? plainText(html.slice(0, MOST_CHARACTERS))).slice(0, MOST_CHARACTERS);
}

/** What came along; not the pictures of its HTML. */
const filesOf = ({ attachments }: Email): EnclosedFile[] =>
  attachments
    .filter(({ disposition, related }) => disposition === "attachment" || !related)
    .slice(0, MOST_ATTACHMENTS)
    .map(({ filename, content }) => ({ name: filename ?? "attachment", bytes: Buffer.from(content as ArrayBuffer) }));

async function parsed(raw: Uint8Array): Promise<Email> {
  const { default: PostalMime } = await import("postal-mime");
  try {
    return await PostalMime.parse(raw, PARSING);
  } catch {
    throw new MailRefused("the letter cannot be read");
  }
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers
    .find(({ key }) => key === name)
    ?.value.trim()
    .toLowerCase() ?? "";

/**
 * Whether the mail server that took it in found that its sender is forged (RFC 8601). What a forger writes there is below that, and
 * could only harm the letter.
 */
const isForged = (mail: Email): boolean => /\bdmarc\s*=\s*fail\b/.test(headerOf(mail, "authentication-results"));

/** Answers of machines: holiday notices, and news of letters that could not be delivered. */
const isAutomatic = (mail: Email): boolean =>
  headerOf(mail, "auto-submitted").startsWith("auto-replied") ||
  headerOf(mail, "precedence") === "auto_reply" ||
  headerOf(mail, "x-autoreply") !== "" ||
  headerOf(mail, "x-autorespond") !== "" ||
  headerOf(mail, "content-type").startsWith("multipart/report") ||
  headerOf(mail, "return-path") === "<>";

/** Letters of this server, which somebody passes on to it. */
const isOwn = (mail: Email, ownDomain: string): boolean =>
  headerOf(mail, "auto-submitted") === "auto-generated" &&
  /^<letter-\d+\.[0-9a-z]+@/.test(mail.messageId ?? "") &&
  (mail.messageId ?? "").toLowerCase().endsWith(`@${ownDomain.toLowerCase()}>`);
