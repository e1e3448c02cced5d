import { createLoginStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { findAdmissionRule } from "#modules/sign-in/core/identities/find-admission-rule.ts";
import type { Identity } from "#modules/sign-in/core/identities/identity.ts";
import type { LoginProvider } from "#modules/sign-in/providers/login-provider.ts";
import { AppError } from "@parlance/kernel/base/errors.ts";
import { emailRuleErrors } from "#modules/organizations/core/email-rules.ts";
import { admitNewcomer } from "#modules/invitations/actions/admit-newcomer.ts";
import { InvitationNotUsable, InvitationRequired } from "#modules/invitations/errors.ts";
import type { Page, Redirect, Visit } from "../http/page-types.ts";
import type { LoginTarget } from "./pending-login.ts";
import { SIGN_UP_SECONDS } from "./verified-newcomer.ts";
import { cannotJoinPage, notInvitedPage } from "./provider-error-pages.ts";

interface Newcomer extends Pick<Identity, "fullName" | "groups" | "picture"> {
  readonly email: string;
  /** The identity with which the user will log in; null if users of this provider are recognized by email address. */
  readonly identity: Pick<Identity, "issuer" | "subject"> | null;
}

/** The login provider that asserts the identity, or an issuer of signed tokens. */
interface SignUpProvider extends Pick<LoginProvider, "name" | "admissions"> {
  readonly kind: LoginProvider["kind"] | "jwt";
}

/** Redirects a user without an account to the page for joining, if the organization allows that user to join. */
export async function startProviderSignUp(
  visit: Visit,
  provider: SignUpProvider,
  newcomer: Newcomer,
  { next, linkKey }: LoginTarget,
): Promise<Page | Redirect> {
  const { services, realm, browser, now } = visit;
  const admission = findAdmissionRule(provider.admissions, newcomer);
  const { email, identity, fullName, picture = null } = newcomer;
  try {
    const key = await services.db.write(async (tx) => {
      const token = await admitNewcomer(tx, { realm, email, linkKey, admission, now });
      const data = { identity, fullName, picture, next, kind: provider.kind, provider: provider.name, email };
      const step = { kind: "joining", realmId: realm.id, token, browser, seconds: SIGN_UP_SECONDS, now } as const;
      await createLoginStep(tx, { ...step, data });
      return token;
    });
    return { to: `/accounts/do_confirm/${key}` };
  } catch (error) {
    if (error instanceof InvitationRequired || error instanceof InvitationNotUsable)
      return notInvitedPage(visit, email);
    if (error instanceof AppError && emailRuleErrors.some((Refusal) => error instanceof Refusal)) {
      return cannotJoinPage(error.message);
    }
    throw error;
  }
}
