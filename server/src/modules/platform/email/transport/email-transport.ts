import type { Logger } from "pino";
import type { EmailHeaders } from "../email.ts";

/** An email with the contents that are sent. */
export interface OutgoingEmail {
  /** Id of the email. It is the same in every attempt, so that an email that is received twice can be recognized. */
  readonly id: number;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: EmailHeaders;
  /** Time at which the email was created. */
  readonly date: Date;
}

/** Delivers emails. */
export interface EmailTransport {
  /** Log message for a delivered email. */
  readonly successLog: string;
  /**
   * Delivers an email. Resolves when the mail server is responsible for it or it is saved as a file, so that the
   * database need not store it any longer. Rejects with an error that `toDeliveryFailure` can convert.
   */
  deliver(mail: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Called after each successful delivery. Deletes the oldest saved emails if they use too much disk space. */
  cleanUp?(log: Logger): Promise<void>;
  /** Closes the connections after deliveries in progress have finished. */
  close(): void;
}
