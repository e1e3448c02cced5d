import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { createLoginStep } from "../core/actions/create-login-step.ts";
import { consumeLoginStep } from "../core/actions/consume-login-step.ts";

/** Time within which a passkey must be created or used, in seconds. */
export const CHALLENGE_SECONDS = 600;
const CHALLENGE_BYTES = 32;

interface Ceremony {
  readonly kind: "passkey_registration" | "passkey_login";
  readonly realmId: number;
  /** Value to which the challenge is bound: it identifies a browser, or an account with its session or key. */
  readonly bearer: string;
  readonly now: Date;
}

const Data = z.object({ userId: z.int().nullable() });

/**
 * Creates the challenge that a passkey must sign. `userId` is the account that registers a passkey, or whose passkeys
 * are allowed; null if any account's are.
 */
export async function createChallenge(tx: Tx, ceremony: Ceremony, userId: number | null): Promise<Buffer> {
  const { kind, realmId, bearer, now } = ceremony;
  const challenge = randomBytes(CHALLENGE_BYTES);
  const step = { kind, realmId, token: challenge.toString("base64url"), browser: bearer, now } as const;
  await createLoginStep(tx, { ...step, data: { userId }, seconds: CHALLENGE_SECONDS });
  return challenge;
}

/**
 * Deletes a challenge after it was signed, so that it cannot be used again.
 * @returns the account for which it was created, as `userId`; null if it was created for another bearer, was already
 * used or has expired
 */
export async function consumeChallenge(tx: Tx, { bearer, ...ceremony }: Ceremony, challenge: string) {
  const data = Data.safeParse(await consumeLoginStep(tx, { ...ceremony, token: challenge, browser: bearer }));
  return data.success ? data.data : null;
}

const ClientData = z.object({ challenge: z.string() });

/**
 * Returns the challenge that was signed according to the browser; `""` if the data cannot be parsed. The caller must
 * verify the signature.
 */
export function parseChallenge(clientDataJson: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString())).challenge;
  } catch {
    return "";
  }
}

/**
 * Returns the value to which the registration of a passkey is bound: the account, and the session or key of the
 * request.
 */
export const registrationBinding = ({ id, credential }: Actor): string =>
  `account:${id}:${credential ? `${credential.kind}:${credential.id}` : "key"}`;
