import type { AttestationObject } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import { InvalidPasskey } from "../core/errors.ts";
import { CHALLENGE_SECONDS, parseChallenge } from "./passkey-challenges.ts";
import type { RelyingParty } from "./relying-party.ts";

/**
 * Maximum length of a credential's id, in bytes, according to WebAuthn, section 4. Much longer ids would not fit into
 * the database index.
 */
const MAX_CREDENTIAL_ID_BYTES = 1023;

const base64url = z.string().regex(/^[\w-]+$/);

/** A new passkey as a browser sends it: `PublicKeyCredential.toJSON()`. */
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

/**
 * Ed25519, ECDSA with P-256, and RSA, by their COSE numbers. Nearly all authenticators support one of these algorithms.
 */
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

/** Builds the options with which a browser creates a passkey. */
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
    supportedAlgorithmIDs: ALGORITHMS,
    // The authenticator stores the passkey itself, if it can, so that users need not enter their email address at
    // login.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

/**
 * Returns true if the new passkey comes without a certificate of the authenticator's manufacturer. Browsers remove such
 * certificates unless they are requested.
 */
const isWithoutCertificates = (attestation: AttestationObject): boolean =>
  attestation.get("fmt") === "none" ||
  (attestation.get("fmt") === "packed" && attestation.get("attStmt").get("x5c") === undefined);

/** The data of a new passkey to store. */
export interface VerifiedCredential {
  readonly challenge: string;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly signCount: number;
  readonly transports: string[];
}

/**
 * Verifies the data that a browser sends about a new passkey. The caller must check that the challenge is valid.
 * @throws InvalidPasskey
 */
export async function verifyRegistration(party: RelyingParty, credential: NewCredential): Promise<VerifiedCredential> {
  const challenge = parseChallenge(credential.response.clientDataJSON);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { decodeAttestationObject } = await import("@simplewebauthn/server/helpers");
  try {
    // The authenticator's manufacturer does not matter. Certificates are rejected because they can contain URLs, to
    // which the library would send requests.
    const attestation = decodeAttestationObject(Buffer.from(credential.response.attestationObject, "base64url"));
    if (!isWithoutCertificates(attestation)) throw new InvalidPasskey();
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: false,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (!verified) throw new InvalidPasskey();
    const { id, publicKey, counter } = registrationInfo.credential;
    const { transports } = credential.response;
    const credentialId = Buffer.from(id, "base64url");
    if (credentialId.length > MAX_CREDENTIAL_ID_BYTES) throw new InvalidPasskey();
    return { challenge, credentialId, publicKey: Buffer.from(publicKey), signCount: counter, transports };
  } catch {
    // The data cannot be parsed or verified. The error gives no reason, because the reason could contain anything that
    // the client sent.
    throw new InvalidPasskey();
  }
}
