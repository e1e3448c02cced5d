import { isIP } from "node:net";

/** How mail leaves the server. */
export interface EmailSettings {
  /** Where people reach the server. */
  readonly url: string;
  /** The mail server; without one, letters become files. */
  readonly smtpUrl?: string | undefined;
  /** The address that letters come from; without one, `noreply@` the server's host. */
  readonly mailFrom?: string | undefined;
  /** Where letters are put that no mail server takes. */
  readonly mailFolder: string;
  /** The pause before the second try, in seconds; each later one is twice as long. */
  readonly mailRetrySeconds: number;
}

/** The address that letters come from. */
export function senderAddress({ mailFrom, url }: Pick<EmailSettings, "mailFrom" | "url">): string {
  if (mailFrom !== undefined) return mailFrom;
  const { hostname } = new URL(url);
  // A number is no name that mail could come from.
  return `noreply@${isIP(hostname.replace(/^\[|\]$/g, "")) > 0 ? "localhost" : hostname}`;
}
