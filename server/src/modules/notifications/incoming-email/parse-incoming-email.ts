import { ParserPool } from "#kernel/untrusted-parsing/parser-pool.ts";
import { ParsingFailure } from "#kernel/untrusted-parsing/parsing-failure.ts";
import type { EmailInput, EmailVerdict, ParsedEmail } from "./parsing/parse-email.ts";
import { MailRefused } from "./email-rejected.ts";

/** The largest email that is taken, in bytes. */
export const MAX_EMAIL_BYTES = 25 * 1024 * 1024;

/** An email of the largest size takes half of the memory. */
const parsers = new ParserPool<EmailInput, EmailVerdict>({
  name: "email parser",
  file: new URL("./parsing/email-parser-process.ts", import.meta.url),
  maxProcesses: 2,
  maxHeapMiB: 160,
  maxMemoryMiB: 400,
});

interface Owner {
  /** The organization for which it came. */
  readonly realmId: number;
  /** The domain from which this server sends email; null: unknown. */
  readonly ownDomain: string | null;
}

/**
 * Parses an email, in a child process. Returns null if no person wrote it, so that it is to be passed over.
 * @throws MailRefused if it cannot be read, or its sender is unclear or forged
 * @throws ParsingFailure if it may be read later
 */
export async function readEmail(raw: Uint8Array, { realmId, ownDomain }: Owner): Promise<ParsedEmail | null> {
  if (raw.length > MAX_EMAIL_BYTES) throw new MailRefused("the email is too large", { replyCode: 552 });
  const verdict = await parse(raw, realmId, ownDomain);
  switch (verdict.kind) {
    case "post":
      return verdict.email;
    case "ignore":
      return null;
    case "refuse":
      throw new MailRefused(verdict.reason, { replyCode: verdict.isUnreadable ? 554 : 550 });
  }
}

async function parse(raw: Uint8Array, realmId: number, ownDomain: string | null): Promise<EmailVerdict> {
  try {
    return await parsers.parse(realmId, { raw, ownDomain });
  } catch (error) {
    if (!(error instanceof ParsingFailure) || !error.isCausedByInput) throw error;
    const text = error.reason === "error" ? "cannot be read" : "takes too much time or memory to read";
    throw new MailRefused(`the email ${text}`, { replyCode: 554, cause: error });
  }
}
