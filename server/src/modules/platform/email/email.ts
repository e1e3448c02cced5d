/** One of the blocks of which the body of an email consists. Texts are plain: the renderers escape them. */
export type EmailBlock =
  | { readonly paragraph: string }
  /** A quotation from a user, with line breaks preserved. */
  | { readonly quote: string }
  /** A message from a conversation, with its sender's name and its time. Line breaks are preserved. */
  | { readonly quoted: string; readonly by: string; readonly at: string }
  /** The main action of the email, as a button. The plain text shows the URL. */
  | { readonly button: string; readonly url: string }
  /** URL of the place where the user can continue reading, as a link whose text is the URL. */
  | { readonly address: string }
  /** Labeled values, one per line: `Time: 12:00`. */
  | { readonly facts: Readonly<Record<string, string>> };

/** The content of an email. Both the plain text and the HTML are rendered from it. */
export interface Email {
  /** Kind of the email, for operators and statistics: `invitation`, `password_reset` … */
  readonly kind: string;
  readonly subject: string;
  readonly blocks: readonly EmailBlock[];
  /** Reason why the recipient gets this email, shown in small print. */
  readonly reason: string;
  /**
   * URL with which the recipient can unsubscribe from this kind of email, in a browser or directly in the mail program
   * (RFC 8058). Without it, the email contains no link for this.
   */
  readonly unsubscribe?: string;
  /** Address for replies. Default: the sender address, where replies are not read. */
  readonly replyTo?: string;
  /**
   * Identifier of the conversation: mail programs group emails with the same value. Consists of `a` to `z`, digits and
   * dashes.
   */
  readonly thread?: string;
}

/** Properties of an email that appear only in its headers. They are stored together as a column of the email's row. */
export type EmailHeaders = Pick<Email, "unsubscribe" | "replyTo" | "thread">;

/** The recipient of an email. */
export interface EmailRecipient {
  readonly address: string;
  /** Name of the recipient; empty if it is unknown. */
  readonly name: string;
}
