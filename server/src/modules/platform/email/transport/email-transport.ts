import type { Logger } from "pino";
import type { EmailHeaders } from "../email.ts";

/** An email as it is sent. */
export interface OutgoingEmail {
  /** Never changes, so that an email that is received twice can be recognized. */
  readonly id: number;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: EmailHeaders;
  /** Creation time. */
  readonly date: Date;
}

/** Delivers emails. */
export interface EmailTransport {
  /** Log message for a delivered email. */
  readonly successLog: string;
  /**
   * Resolves when the email need not be stored here any longer. Rejects with an error that `toDeliveryFailure`
   * understands.
   */
  deliver(mail: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Called after each delivery. Deletes earlier emails that use too much disk space. */
  cleanUp?(log: Logger): Promise<void>;
  /** Closes connections, after current deliveries are finished. */
  close(): void;
}
