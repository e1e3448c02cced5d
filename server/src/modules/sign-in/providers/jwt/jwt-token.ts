import { z } from "zod";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { InvalidWebToken, NoEmailInWebToken, WebTokensDisabled } from "#modules/sign-in/core/errors.ts";
import { claimText, claimTexts } from "../provider-claims.ts";
import type { AdmissionRule } from "#modules/sign-in/core/identities/common-provider-settings.ts";
import type { JwtSigner } from "./jwt-settings.ts";

const CLOCK_TOLERANCE_SECONDS = 30;

/** Schema of an email address without control characters. */
const Email = z.string().regex(/^[^\p{Cc}]+$/u);

/** The user of a token. */
export interface JwtSubject {
  readonly email: string;
  /** Full name; empty if the token contains none. */
  readonly fullName: string;
  readonly groups: readonly string[];
  /** The signer's rules that let users join without an invitation. */
  readonly admissions: readonly AdmissionRule[];
  /** Whether the signer checks a second factor itself. */
  readonly doesSecondFactor: boolean;
}

/** Name of the method in an organization's `authentication_methods`. */
export const JWT_METHOD = "JWT";

/** Returns the signers whose tokens are accepted in an organization. */
export const signersForOrganization = (
  signers: readonly JwtSigner[],
  { subdomain }: Pick<RealmContext, "subdomain">,
): JwtSigner[] => signers.filter(({ organization }) => organization === subdomain);

/**
 * Verifies a JSON web token and returns its user. A token whose header names another algorithm than the signer's is
 * rejected. If a token has an audience, it must include this organization's URL.
 * @throws WebTokensDisabled, InvalidWebToken, NoEmailInWebToken
 */
export async function verifyJwtSubject(
  signers: readonly JwtSigner[],
  realm: Pick<RealmContext, "subdomain" | "url">,
  token: string,
  now: Date,
): Promise<JwtSubject> {
  const own = signersForOrganization(signers, realm);
  if (own.length === 0) throw new WebTokensDisabled();
  for (const signer of own) {
    const payload = await verifyPayload(signer, realm, token, now);
    if (payload === null) continue;
    const email = Email.safeParse(claimText(payload["email"]));
    if (!email.success) throw new NoEmailInWebToken();
    const { admissions = [], groupsClaim, doesSecondFactor = false } = signer;
    const groups = groupsClaim === undefined ? [] : claimTexts(payload[groupsClaim]);
    return { email: email.data, fullName: claimText(payload["name"]) ?? "", groups, admissions, doesSecondFactor };
  }
  throw new InvalidWebToken();
}

/**
 * Returns the payload of a token that this signer has signed; null if the signature is invalid, or if the token is
 * expired, not valid yet, without a required expiration time, or for another audience.
 */
async function verifyPayload(
  { algorithm, key, requiresExpiry }: JwtSigner,
  { url }: Pick<RealmContext, "url">,
  token: string,
  now: Date,
): Promise<Readonly<Record<string, unknown>> | null> {
  const { jwtVerify } = await import("jose");
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      currentDate: now,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: requiresExpiry ? ["exp"] : [],
    });
    const isForUs = payload.aud === undefined || [payload.aud].flat().includes(url);
    return isForUs ? payload : null;
  } catch {
    // All problems have the same result: the token is not valid for this signer.
    return null;
  }
}
