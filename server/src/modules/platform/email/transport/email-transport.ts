import type { Logger } from "pino";
import type { EmailHeaders } from "../email.ts";

/** A letter as it goes out. */
export interface OutgoingEmail {
  /** Never changes: who gets a letter twice can tell. */
  readonly id: number;
  readonly from: { readonly name: string; readonly address: string };
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: EmailHeaders;
  /** When it was written. */
  readonly date: Date;
}

/** Carries letters away. */
export interface EmailTransport {
  /** What the log says of a letter that is carried away. */
  readonly successLog: string;
  /** Resolves when the letter is no longer ours to keep; rejects with what `failureOf` understands. */
  deliver(mail: OutgoingEmail, signal: AbortSignal): Promise<void>;
  /** Called after each delivery; deletes what was delivered earlier and takes too much room. */
  cleanUp?(log: Logger): Promise<void>;
  /** Ends connections; what is being delivered is delivered first. */
  close(): void;
}
