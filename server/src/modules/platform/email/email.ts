/** A block of an email, from top to bottom. Texts are plain: the renderers escape them. */
export type EmailBlock =
  | { readonly paragraph: string }
  /** A quotation from a user, with line breaks preserved. */
  | { readonly quote: string }
  /** A message from a conversation, with line breaks preserved, and with its sender's name and the time. */
  | { readonly said: string; readonly by: string; readonly at: string }
  /** The email's main action, as a button. Plain text shows the URL. */
  | { readonly button: string; readonly url: string }
  /** Where to continue reading, as a link that shows its URL. */
  | { readonly address: string }
  /** Facts, one per line: `Time: 12:00`. */
  | { readonly facts: Readonly<Record<string, string>> };

/** The content of an email. Both the plain text and the HTML are rendered from it. */
export interface Email {
  /** The subject area, for operators and statistics: `invitation`, `password_reset` … */
  readonly kind: string;
  readonly subject: string;
  readonly blocks: readonly EmailBlock[];
  /** The reason why the recipient gets this email, in small print. */
  readonly reason: string;
  /**
   * URL for unsubscribing from such emails, by a browser or by a mail program alone (RFC 8058). Without it, they cannot
   * be turned off.
   */
  readonly unsubscribe?: string;
  /** Address for replies. Default: the sender's address, where replies are not read. */
  readonly replyTo?: string;
  /** Identifies the subject: mail programs group emails with the same value. `a` to `z`, digits and dashes. */
  readonly thread?: string;
}

/** The properties of an email that are in neither body, stored as a column of its row. */
export type EmailHeaders = Pick<Email, "unsubscribe" | "replyTo" | "thread">;

/** The recipient of an email. */
export interface EmailRecipient {
  readonly address: string;
  /** Empty if it is not known. */
  readonly name: string;
}
