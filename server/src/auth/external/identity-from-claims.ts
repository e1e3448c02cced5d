import { isStorableText } from "#kernel/storable-values.ts";
import type { Identity } from "./identity.ts";
import { ProviderProblem } from "./identity-provider.ts";

const MAX_GROUPS = 1000;
/** Longest subject, in UTF-16 units: OpenID Connect and SAML allow 255 and 256, and the index on it takes no more than 2,700 bytes. */
const MAX_SUBJECT = 500;

/** What a provider says of somebody, as far as it is texts. */
interface Claims {
  readonly subject: unknown;
  readonly email?: unknown;
  readonly fullName?: unknown;
  readonly groups?: unknown;
  readonly picture?: unknown;
}

/**
 * Makes an identity of claims. What cannot be stored counts as not said.
 * @throws ProviderProblem if that is the subject
 */
export function identityFrom(
  claims: Claims,
  { issuer, isVerified }: Pick<Identity, "issuer" | "isVerified">,
): Identity {
  const { subject, email, fullName, groups, picture } = claims;
  if (!isStorableText(subject) || subject === "" || subject.length > MAX_SUBJECT) {
    throw new ProviderProblem("untrusted", { cause: new Error("the subject is no text that can be stored") });
  }
  return {
    issuer,
    subject,
    email: isStorableText(email) ? email.trim() : null,
    isVerified,
    fullName: isStorableText(fullName) ? fullName.trim() : "",
    groups: storableTexts(groups),
    picture: isStorableText(picture) ? picture : null,
  };
}

/** Returns those of one or several claims that can be stored, as many as are used. */
export const storableTexts = (value: unknown): string[] => [value].flat().filter(isStorableText).slice(0, MAX_GROUPS);
