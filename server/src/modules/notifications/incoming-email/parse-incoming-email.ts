import { ParserPool } from "@parlance/kernel/untrusted-parsing/parser-pool.ts";
import { ParsingFailure } from "@parlance/kernel/untrusted-parsing/parsing-failure.ts";
import type { EmailInput, EmailParseResult, ParsedEmail } from "./parsing/parse-email.ts";
import { EmailRejected } from "./email-rejected.ts";

/** Maximum size of an email, in bytes. */
export const MAX_EMAIL_BYTES = 25 * 1024 * 1024;

/** Pool of parser processes. Parsing an email of the maximum size uses half of a process's memory limit. */
const parserPool = new ParserPool<EmailInput, EmailParseResult>({
  name: "email parser",
  file: new URL("./parsing/email-parser-process.ts", import.meta.url),
  maxProcesses: 2,
  maxHeapMiB: 160,
  maxMemoryMiB: 400,
});

interface ParseOptions {
  /** The organization that received the email. */
  readonly realmId: number;
  /** The domain from which this server sends email; null if unknown. */
  readonly ownDomain: string | null;
}

/**
 * Parses an email in a child process. Returns null if the email was sent automatically and must be ignored.
 * @throws EmailRejected if the email is too large or unreadable, or if its sender is ambiguous or forged
 * @throws ParsingFailure if parsing may succeed later
 */
export async function parseIncomingEmail(
  raw: Uint8Array,
  { realmId, ownDomain }: ParseOptions,
): Promise<ParsedEmail | null> {
  if (raw.length > MAX_EMAIL_BYTES) throw new EmailRejected("the email is too large", { replyCode: 552 });
  const verdict = await parseInPool(raw, realmId, ownDomain);
  switch (verdict.kind) {
    case "post":
      return verdict.email;
    case "ignore":
      return null;
    case "refuse":
      throw new EmailRejected(verdict.reason, { replyCode: verdict.isUnreadable ? 554 : 550 });
  }
}

async function parseInPool(raw: Uint8Array, realmId: number, ownDomain: string | null): Promise<EmailParseResult> {
  try {
    return await parserPool.parse(realmId, { raw, ownDomain });
  } catch (error) {
    if (!(error instanceof ParsingFailure) || !error.isCausedByInput) throw error;
    const text = error.reason === "error" ? "cannot be read" : "takes too much time or memory to read";
    throw new EmailRejected(`the email ${text}`, { replyCode: 554, cause: error });
  }
}
