import { linkIdentity } from "#modules/sign-in/providers/actions/link-identity.ts";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import { PASSWORD_METHOD } from "#modules/sign-in/passwords/local-password-backend.ts";
import { IdentityInUse } from "#modules/sign-in/core/errors.ts";
import { hashPassword } from "#modules/sign-in/passwords/password-hashing.ts";
import type { Tx } from "@parlance/kernel/db/types.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import { joinWithInvitation } from "#modules/users/accounts/actions/creation/join-with-invitation.ts";
import { enqueueJob } from "@parlance/kernel/jobs/enqueue-job.ts";
import { fetchAvatarJob } from "#modules/users/avatars/fetch-avatar-job.ts";
import { InvitationNotUsable } from "#modules/invitations/errors.ts";
import { findInvitation, type FoundInvitation } from "#modules/invitations/invitation.ts";
import { isLoginMethodEnabled } from "#modules/organizations/core/authentication-methods.ts";
import { emailRuleErrors } from "#modules/organizations/core/email-rules.ts";
import { EmailInUse, nameErrors } from "#modules/users/core/errors.ts";
import { parseFullName } from "#modules/users/core/full-names.ts";
import { findVerifiedNewcomer, type VerifiedNewcomer } from "../providers/verified-newcomer.ts";
import { finishSignIn } from "../sign-in/finish-sign-in.ts";
import type { Problems } from "../layout/form.ts";
import { joinPage, providerPage } from "./join-page.ts";
import { parseVisibility, DEFAULT_TIME_ZONE, timeZones } from "./join-form-options.ts";
import { linkKeyParam } from "../http/link-key-param.ts";
import { passwordProblems } from "../password-reset/new-password-field.ts";
import type { Page, Redirect, Route, Visit } from "../http/page-types.ts";
import { invalidLinkPage } from "../layout/invalid-link-page.ts";

/** Page that creates an account for an invitation or a confirmed email address. */
export const join: Route = {
  path: "/accounts/do_confirm/:key",
  async get(visit) {
    const invitation = await findUsableInvitation(visit);
    if (!invitation) return invalidLink();
    return invitation.canJoin ? joinPage(visit, invitation) : providerPage(visit, invitation);
  },
  post: accept,
};

const invalidLink = (): Page =>
  invalidLinkPage(
    "If you have already joined, log in. Otherwise, ask the person who invited you for a new invitation.",
  );

/** An invitation to an email address, or a confirmed email address. */
export type Invitation = Extract<FoundInvitation, { state: "usable" }> & {
  readonly email: string;
  readonly proven: VerifiedNewcomer | null;
  /**
   * Whether the user has a way to log in after joining. False if password login is disabled and no provider has
   * verified the user.
   */
  readonly canJoin: boolean;
};

async function findUsableInvitation(visit: Visit): Promise<Invitation | null> {
  const { services, realm, now } = visit;
  const found = await findInvitation(services.db.reader, { realm, key: linkKeyParam(visit), now });
  if (found.state !== "usable" || found.email === null) return null;
  const proven = await findVerifiedNewcomer(visit);
  const byPassword = isLoginMethodEnabled(realm.settings.authentication_methods, "Email");
  return { ...found, email: found.email, proven, canJoin: proven !== null || byPassword };
}

async function accept(visit: Visit): Promise<Page | Redirect> {
  const invitation = await findUsableInvitation(visit);
  if (!invitation) return invalidLink();
  if (!invitation.canJoin) return providerPage(visit, invitation);
  const { services, realm, form: sent, now } = visit;
  const { proven } = invitation;
  const { full_name: fullName = "", password = "", timezone = "" } = sent;
  const problems = {
    ...nameProblems(fullName),
    ...(proven ? {} : await passwordProblems(password, [fullName, invitation.email, realm.name])),
  };
  if (Object.keys(problems).length > 0) return joinPage(visit, invitation, problems);

  const joining = {
    realm,
    key: linkKeyParam(visit),
    fullName,
    passwordHash: proven ? null : await hashPassword(password),
    timezone: timeZones().includes(timezone) ? timezone : DEFAULT_TIME_ZONE,
    ...parseVisibility(sent),
    now,
  };
  try {
    return await services.db.write(async (tx) => {
      const { id: userId } = await joinWithInvitation(tx, joining, services.snapshots);
      if (proven) await linkVerifiedIdentity(tx, visit, userId, proven);
      const { method = PASSWORD_METHOD, next = null } = proven ?? {};
      return finishSignIn(tx, visit, { userId, method, secondFactor: null, isNew: true, next });
    });
  } catch (error) {
    return refused(visit, invitation, error);
  }
}

/**
 * Links the identity that the provider has verified, if there is one, to the new account, so that the user can log in
 * with it. Also ends the login step, and enqueues a job that fetches the picture.
 */
async function linkVerifiedIdentity(
  tx: Tx,
  visit: Visit,
  userId: number,
  { identity, picture }: VerifiedNewcomer,
): Promise<void> {
  const { realm, browser, now } = visit;
  await consumeLoginStep(tx, { kind: "joining", realmId: realm.id, token: linkKeyParam(visit), browser, now });
  if (picture !== null) enqueueJob(tx, fetchAvatarJob, { user_id: userId, url: picture });
  if (!identity) return;
  const isLinked = await linkIdentity(tx, { realmId: realm.id, userId, identity, now });
  if (!isLinked) throw new IdentityInUse();
}

/** Returns the problems of a name. A name that is already in use is detected only when the account is created. */
function nameProblems(fullName: string): Problems {
  if (fullName.trim() === "") return { full_name: "Enter your name." };
  try {
    parseFullName(fullName);
    return {};
  } catch (error) {
    if (isNameError(error)) return { full_name: error.message };
    throw error;
  }
}

const isNameError = (error: unknown): error is AppError => nameErrors.some((Refusal) => error instanceof Refusal);

/** Returns the page for an error that occurred when the account was created. */
async function refused(visit: Visit, invitation: Invitation, error: unknown): Promise<Page> {
  if (error instanceof InvitationNotUsable || error instanceof EmailInUse || error instanceof IdentityInUse)
    return invalidLink();
  if (isNameError(error)) return joinPage(visit, invitation, { full_name: error.message });
  if (emailRuleErrors.some((Refusal) => error instanceof Refusal)) {
    return joinPage(visit, invitation, { "": (error as AppError).message });
  }
  throw error;
}
