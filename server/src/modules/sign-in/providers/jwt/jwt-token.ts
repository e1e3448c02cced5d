import { z } from "zod";
import type { RealmContext } from "#kernel/http/context.ts";
import { BadWebToken, NoAddressInWebToken, WebTokensDisabled } from "#modules/sign-in/core/errors.ts";
import { claimText, claimTexts } from "../provider-claims.ts";
import type { AdmissionRule } from "#modules/sign-in/core/identities/common-provider-settings.ts";
import type { TokenSigner } from "./jwt-settings.ts";

const CLOCK_TOLERANCE_SECONDS = 30;

/** Addresses have no control characters. */
const Email = z.string().regex(/^[^\p{Cc}]+$/u);

/** Whom a token is about. */
export interface TokenBearer {
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
export const TOKEN_METHOD = "JWT";

/** Those whose tokens count in an organization. */
export const signersOf = (
  signers: readonly TokenSigner[],
  { subdomain }: Pick<RealmContext, "subdomain">,
): TokenSigner[] => signers.filter(({ organization }) => organization === subdomain);

/**
 * Whom a JSON web token vouches for. Each signer signs with the one algorithm of its own, whatever a token says of
 * itself; a token that says whom it is for is for this organization.
 * @throws WebTokensDisabled, BadWebToken, NoAddressInWebToken
 */
export async function bearerOf(
  signers: readonly TokenSigner[],
  realm: Pick<RealmContext, "subdomain" | "url">,
  token: string,
  now: Date,
): Promise<TokenBearer> {
  const own = signersOf(signers, realm);
  if (own.length === 0) throw new WebTokensDisabled();
  for (const signer of own) {
    const payload = await verified(signer, realm, token, now);
    if (payload === null) continue;
    const email = Email.safeParse(claimText(payload["email"]));
    if (!email.success) throw new NoAddressInWebToken();
    const { admissions = [], groupsClaim, doesSecondFactor = false } = signer;
    const groups = groupsClaim === undefined ? [] : claimTexts(payload[groupsClaim]);
    return { email: email.data, fullName: claimText(payload["name"]) ?? "", groups, admissions, doesSecondFactor };
  }
  throw new BadWebToken();
}

/** What a signer has signed; null: it has not, or not for now and here. */
async function verified(
  { algorithm, key, requiresExpiry }: TokenSigner,
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
