import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { Actor } from "@parlance/kernel/http/context.ts";
import { createLoginStep } from "../core/actions/create-login-step.ts";
import { consumeLoginStep } from "../core/actions/consume-login-step.ts";

/** How long somebody may take to use a passkey, in seconds. */
export const CHALLENGE_SECONDS = 600;
const CHALLENGE_BYTES = 32;

interface Ceremony {
  readonly kind: "passkey_registration" | "passkey_login";
  readonly realmId: number;
  /** What binds it to a browser, or to an account and what it came in with. */
  readonly bearer: string;
  readonly now: Date;
}

const Data = z.object({ userId: z.int().nullable() });

/** Something to sign, for an account; null: for whichever the passkey is of. */
export async function createChallenge(tx: Tx, ceremony: Ceremony, userId: number | null): Promise<Buffer> {
  const { kind, realmId, bearer, now } = ceremony;
  const challenge = randomBytes(CHALLENGE_BYTES);
  const step = { kind, realmId, token: challenge.toString("base64url"), browser: bearer, now } as const;
  await createLoginStep(tx, { ...step, data: { userId }, seconds: CHALLENGE_SECONDS });
  return challenge;
}

/**
 * Takes a challenge that was signed: nobody can use it again.
 * @returns for which account it was made; null where it was not made for this bearer, was used, or is too old
 */
export async function consumeChallenge(tx: Tx, { bearer, ...ceremony }: Ceremony, challenge: string) {
  const data = Data.safeParse(await consumeLoginStep(tx, { ...ceremony, token: challenge, browser: bearer }));
  return data.success ? data.data : null;
}

const ClientData = z.object({ challenge: z.string() });

/** The challenge that a browser says was signed; `""` where it says nothing that can be read. */
export function parseChallenge(clientDataJson: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJson, "base64url").toString())).challenge;
  } catch {
    return "";
  }
}

/** What a registration belongs to: an account, and the session or key with which it came in. */
export const registrationBinding = ({ id, credential }: Actor): string =>
  `account:${id}:${credential ? `${credential.kind}:${credential.id}` : "key"}`;
