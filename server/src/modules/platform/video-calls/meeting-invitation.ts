import { createHmac } from "node:crypto";
import { z } from "zod";
import { isSameSecret } from "@parlance/kernel/base/is-same-secret.ts";

const Meeting = z.object({
  id: z.string(),
  name: z.string(),
  realmId: z.int(),
  /** Id of the user who moderates the meeting. */
  moderatorId: z.int(),
  voiceOnly: z.boolean(),
});

/** A meeting that a user has announced. It is created on the meeting server when the first participant joins. */
export type Meeting = z.output<typeof Meeting>;

/**
 * Signed invitations to meetings. Because of the signature, clients can neither invent a meeting nor join one of
 * another organization.
 */
export class MeetingInvitations {
  readonly #secret: Uint8Array;

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  write(meeting: Meeting): string {
    const text = Buffer.from(JSON.stringify(meeting)).toString("base64url");
    return `${text}.${this.#sign(text).toString("base64url")}`;
  }

  /** Verifies and parses an invitation; null if `write` did not create it. */
  read(invitation: string): Meeting | null {
    const [text = "", signature = "", ...rest] = invitation.split(".");
    if (rest.length > 0 || !isSameSecret(Buffer.from(signature, "base64url"), this.#sign(text))) return null;
    return Meeting.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
  }

  #sign(text: string): Buffer {
    return createHmac("sha256", this.#secret).update(`bigbluebutton:${text}`).digest();
  }
}
