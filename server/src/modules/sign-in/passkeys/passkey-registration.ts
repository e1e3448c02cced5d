import type { AttestationObject } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { InvalidPasskey } from "../core/errors.ts";
import { CHALLENGE_SECONDS, parseChallenge } from "./passkey-challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

/** Longest id of a credential, in bytes; WebAuthn, section 4. The index over ids takes not many more. */
const MAX_CREDENTIAL_ID_BYTES = 1023;

const base64url = z.string().regex(/^[\w-]+$/);

/** What a browser says of a new passkey: `PublicKeyCredential.toJSON()`. */
export const NewCredential = z.object({
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,40}$/))
      .max(10)
      .default([]),
  }),
});
export type NewCredential = z.output<typeof NewCredential>;

/** Ed25519, ECDSA with P-256, and RSA, as COSE numbers them: nearly all authenticators have one. */
const ALGORITHMS = [-8, -7, -257];

interface RegistrationRequest {
  readonly party: RelyingParty;
  readonly organization: string;
  readonly challenge: Buffer;
  readonly handle: Buffer;
  readonly email: string;
  readonly fullName: string;
  readonly known: readonly { readonly id: string; readonly transports: string[] }[];
}

/** What a browser needs to make a passkey. */
export async function registrationOptions(of: RegistrationRequest) {
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  return generateRegistrationOptions({
    rpName: of.organization,
    rpID: of.party.id,
    userID: Uint8Array.from(of.handle),
    userName: of.email,
    userDisplayName: of.fullName,
    challenge: Uint8Array.from(of.challenge),
    timeout: CHALLENGE_SECONDS * 1000,
    attestationType: "none",
    excludeCredentials: [...of.known],
    // Where it can, the authenticator keeps the passkey, so that nobody has to say who they are.
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/** Whether nobody vouches for the authenticator, or itself alone. Browsers see to that where they are asked for no more. */
const isWithoutCertificates = (attestation: AttestationObject): boolean =>
  attestation.get("fmt") === "none" ||
  (attestation.get("fmt") === "packed" && attestation.get("attStmt").get("x5c") === undefined);

/** What is to be kept of a new passkey. */
export interface VerifiedCredential {
  readonly challenge: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
}

/**
 * Checks what an authenticator says of a new passkey, but for the challenge's own life.
 * @throws InvalidPasskey
 */
export async function verifyRegistration(party: RelyingParty, given: NewCredential): Promise<VerifiedCredential> {
  const challenge = parseChallenge(given.response.clientDataJSON);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    // Who has made the authenticator does not matter. Certificates that say so can name addresses, at which the library asks.
    const attestation = decodeAttestationObject(Buffer.from(given.response.attestationObject, "base64url"));
    if (!isWithoutCertificates(attestation)) throw new InvalidPasskey();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...given, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new InvalidPasskey();
    const { id, publicKey, counter } = registrationInfo.credential;
    const { transports } = given.response;
    const credentialId = Buffer.from(id, "base64url");
    if (credentialId.length > MAX_CREDENTIAL_ID_BYTES) throw new InvalidPasskey();
    return { challenge, credentialId, publicKey: Buffer.from(publicKey), signCount: counter, transports };
  } catch {
    // Whatever cannot be read or does not fit: only who sent it can know why.
    throw new InvalidPasskey();
  }
}
