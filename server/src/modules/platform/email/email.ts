/** One part of a letter, from top to bottom. Texts are plain: the renderings escape them. */
export type EmailBlock =
  | { readonly paragraph: string }
  /** Words of somebody else, line breaks kept. */
  | { readonly quote: string }
  /** What somebody wrote in a conversation, line breaks kept, with their name and the time. */
  | { readonly said: string; readonly by: string; readonly at: string }
  /** The one thing to do, as a button; plain text shows the address. */
  | { readonly button: string; readonly url: string }
  /** Where to read on, as a link that shows its address. */
  | { readonly address: string }
  /** Facts, a line each: `Time: 12:00`. */
  | { readonly facts: Readonly<Record<string, string>> };

/** What somebody is told by mail. Both the plain text and the HTML are made from it. */
export interface Email {
  /** What it is about, for operators and statistics: `invitation`, `password_reset` … */
  readonly kind: string;
  readonly subject: string;
  readonly blocks: readonly EmailBlock[];
  /** Why the reader gets this, in small print. */
  readonly reason: string;
  /** Where such letters are turned off, by a browser or by a mail program alone (RFC 8058). Without it they cannot be. */
  readonly unsubscribe?: string;
  /** Where answers go; by default where the letter comes from, and nobody reads them. */
  readonly replyTo?: string;
  /** Names what it is about: mail programs show letters that have the same together. Letters, digits and dashes. */
  readonly thread?: string;
}

/** What of a letter is in neither body: a column of its row. */
export type EmailHeaders = Pick<Email, "unsubscribe" | "replyTo" | "thread">;

/** Where a letter goes. */
export interface EmailRecipient {
  readonly address: string;
  /** Empty where it is not known. */
  readonly name: string;
}
