import { z } from "zod";
import type { RealmContext } from "@parlance/kernel/http/context.ts";
import { InvalidWebToken, NoEmailInWebToken, WebTokensDisabled } from "#modules/sign-in/core/errors.ts";
import { claimText, claimTexts } from "../provider-claims.ts";
import type { AdmissionRule } from "#modules/sign-in/core/identities/common-provider-settings.ts";
import type { JwtSigner } from "./jwt-settings.ts";

const CLOCK_TOLERANCE_SECONDS = 30;

/** Addresses have no control characters. */
const Email = z.string().regex(/^[^\p{Cc}]+$/u);

/** Whom a token is about. */
export interface JwtSubject {
  readonly email: string;
  /** Empty where the token has none. */
  readonly fullName: string;
  readonly groups: readonly string[];
  /** Who may join by the word of whoever signed it. */
  readonly admissions: readonly AdmissionRule[];
  /** Whether the signer asks users for a second factor itself. */
  readonly doesSecondFactor: boolean;
}

/** How organizations name the way in `authentication_methods`. */
export const JWT_METHOD = "JWT";

/** Those whose tokens count in an organization. */
export const signersForOrganization = (
  signers: readonly JwtSigner[],
  { subdomain }: Pick<RealmContext, "subdomain">,
): JwtSigner[] => signers.filter(({ organization }) => organization === subdomain);

/**
 * Whom a JSON web token vouches for. Each signer signs with the one algorithm of its own, whatever a token says of
 * itself; a token that says whom it is for is for this organization.
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

/** What a signer has signed; null: it has not, or not for now and here. */
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
    // Whatever is wrong with it, it proves nothing.
    return null;
  }
}
