import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { createLoginStep } from "../core/actions/create-login-step.ts";
import { consumeLoginStep } from "../core/actions/consume-login-step.ts";

/** Time within which a passkey must be used, in seconds. */
export const CHALLENGE_SECONDS = 600;
const CHALLENGE_BYTES = 32;

interface Ceremony {
  readonly kind: "passkey_registration" | "passkey_login";
  readonly realmId: number;
  /** Binds the challenge to a browser, or to an account and its session or key. */
  readonly bearer: string;
  readonly now: Date;
}

const Data = z.object({ userId: z.int().nullable() });

/** Creates a challenge to sign for an account; `userId` is null for any account. */
export async function createChallenge(tx: Tx, ceremony: Ceremony, userId: number | null): Promise<Buffer> {
  const { kind, realmId, bearer, now } = ceremony;
  const challenge = randomBytes(CHALLENGE_BYTES);
  const step = { kind, realmId, token: challenge.toString("base64url"), browser: bearer, now } as const;
  await createLoginStep(tx, { ...step, data: { userId }, seconds: CHALLENGE_SECONDS });
  return challenge;
}

/**
 * Consumes a challenge that was signed, so that it cannot be used again.
 * @returns the account that it was created for; null if it was not created for this bearer, was used before, or is too
 * old
 */
export async function consumeChallenge(tx: Tx, { bearer, ...ceremony }: Ceremony, challenge: string) {
  const data = Data.safeParse(await consumeLoginStep(tx, { ...ceremony, token: challenge, browser: bearer }));
  return data.success ? data.data : null;
}

const ClientData = z.object({ challenge: z.string() });

/** Parses the challenge that a browser claims was signed; `""` if it cannot be parsed. */
export function parseChallenge(clientDataJson: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString())).challenge;
  } catch {
    return "";
  }
}

/** Returns what a registration is bound to: an account, and the session or key of the request. */
export const registrationBinding = ({ id, credential }: Actor): string =>
  `account:${id}:${credential ? `${credential.kind}:${credential.id}` : "key"}`;
