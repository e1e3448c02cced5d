import type { Email } from "postal-mime";
import { plainText } from "../notice-letters/plain-text.ts";
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

/**
 * Reads a letter as it came. Null: no person wrote it, so it is passed over in silence, or two machines might go on answering each
 * other for ever.
 * @param ownDomain where this server's own letters come from
 * @throws MailRefused where it cannot be read
 */
export async function readLetter(raw: Uint8Array, ownDomain: string): Promise<IncomingLetter | null> {
  if (raw.length > MOST_BYTES) throw new MailRefused("the letter is too large");
  const mail = await parsed(raw);
  if (isAutomatic(mail) || isOwn(mail, ownDomain)) return null;
  const address = mail.from?.address?.trim().toLowerCase() ?? "";
  if (address === "") throw new MailRefused("the letter does not say who wrote it");
  const isAnswer = mail.inReplyTo !== undefined || mail.references !== undefined;
  const text = mail.text ?? (mail.html === undefined ? "" : plainText(mail.html.slice(0, MOST_CHARACTERS)));
  return {
    messageId: mail.messageId ?? "",
    from: { name: mail.from?.name.trim() ?? "", address },
    subject: mail.subject ?? "",
    text: writtenText(text.slice(0, MOST_CHARACTERS), isAnswer),
    files: mail.attachments
      .filter(({ disposition, related }) => disposition === "attachment" || !related)
      .slice(0, MOST_ATTACHMENTS)
      .map(({ filename, content }) => ({ name: filename ?? "attachment", bytes: Buffer.from(content as ArrayBuffer) })),
  };
}

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
