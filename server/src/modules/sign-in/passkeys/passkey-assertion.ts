import { z } from "zod";
import type { Reader } from "@parlance/kernel/db/types.ts";
import { parseChallenge, CHALLENGE_SECONDS } from "./passkey-challenges.ts";
import { findPasskey } from "./queries.ts";
import type { RelyingParty } from "./relying-party.ts";
import { userHandle } from "./user-handle.ts";

const base64url = z.string().regex(/^[\w-]+$/);

/** The signed response of a passkey as a browser sends it: `PublicKeyCredential.toJSON()`. */
const Assertion = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish(),
  }),
});

function parseAssertion(text: string): z.output<typeof Assertion> | null {
  try {
    return Assertion.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

interface AssertionRequest {
  readonly party: RelyingParty;
  readonly challenge: Buffer;
  /**
   * The passkeys of the account that may be used; null if any passkey may be used whose authenticator verifies the
   * user.
   */
  readonly allowed: readonly { readonly id: string; readonly transports: string[] }[] | null;
}

/**
 * Builds the options with which a browser requests a signature from a passkey (WebAuthn's
 * `PublicKeyCredentialRequestOptionsJSON`). They are built without the WebAuthn library, which is slow to load, because
 * every visitor of the login page requests them.
 */
export const assertionOptions = ({ party, challenge, allowed }: AssertionRequest) => ({
  rpId: party.id,
  challenge: challenge.toString("base64url"),
  timeout: CHALLENGE_SECONDS * 1000,
  userVerification: allowed === null ? "required" : "preferred",
  allowCredentials: (allowed ?? []).map((one) => ({ ...one, type: "public-key" })),
});

/** A passkey's response whose signature was verified. */
export interface VerifiedAssertion {
  readonly challenge: string;
  readonly passkeyId: number;
  readonly userId: number;
  readonly signCount: number;
  /** Whether the authenticator verified the user, for example with a fingerprint. */
  readonly isOwnerVerified: boolean;
}

interface AssertionContext {
  readonly party: RelyingParty;
  readonly realmId: number;
}

/**
 * Verifies the signature that a browser sends; null if it is invalid. The caller must check the challenge and the
 * counter.
 */
export async function verifyAssertion(
  db: Reader,
  { party, realmId }: AssertionContext,
  text: string,
): Promise<VerifiedAssertion | null> {
  const assertion = parseAssertion(text);
  if (assertion === null) return null;
  const passkey = await findPasskey(db, realmId, assertion.id);
  if (!passkey) return null;
  const { id: passkeyId, user_id: userId, public_key: publicKey } = passkey;
  const { userHandle: named, ...response } = assertion.response;
  if (named && named !== userHandle(userId).toString("base64url")) return null;
  const challenge = parseChallenge(response.clientDataJSON);
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...assertion, response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: { id: assertion.id, publicKey: Uint8Array.from(publicKey), counter: passkey.sign_count },
      requireUserVerification: false,
    });
    if (!verified) return null;
    const { newCounter: signCount, userVerified: isOwnerVerified } = authenticationInfo;
    return { challenge, passkeyId, userId, signCount, isOwnerVerified };
  } catch {
    // Anything that cannot be parsed, or whose counter went back, is not a valid signature.
    return null;
  }
}
