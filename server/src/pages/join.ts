import { signIn } from "#auth/actions/sign-in.ts";
import { PASSWORD_METHOD } from "#auth/backends/password.ts";
import { hashPassword } from "#auth/passwords.ts";
import type { AppError } from "#kernel/errors.ts";
import { joinWithInvitation } from "#modules/8-lifecycle/accounts/actions/join-with-invitation.ts";
import { InvitationNotUsable } from "#modules/5-on-channels/invitations/errors.ts";
import { findInvitation, type FoundInvitation } from "#modules/5-on-channels/invitations/find-invitation.ts";
import { emailRuleErrors } from "#modules/1-ground/realms/email-rules.ts";
import { EmailInUse, nameErrors } from "#modules/1-ground/users/errors.ts";
import { checkedName } from "#modules/1-ground/users/names.ts";
import type { Problems } from "./form.ts";
import { joinPage } from "./join-page.ts";
import { visibilityIn } from "./join-choices.ts";
import { keyIn } from "./link-key.ts";
import { passwordProblems } from "./new-password.ts";
import type { Page, Redirect, Route, Visit } from "./page.ts";
import { DEFAULT_TIME_ZONE, timeZones } from "./time-zones.ts";
import { unusableLink } from "./unusable-link.ts";

/** Making an account of an invitation, or of an address that was confirmed. */
export const join: Route = {
  path: "/accounts/do_confirm/:key",
  async get(visit) {
    const invitation = await find(visit);
    return invitation ? joinPage(visit, invitation) : unusable();
  },
  post: accept,
};

const unusable = (): Page =>
  unusableLink("If you have joined already, sign in. Else ask whoever invited you for another invitation.");

/** An invitation that was sent to an address. */
export type Invitation = Extract<FoundInvitation, { state: "usable" }> & { readonly email: string };

async function find(visit: Visit): Promise<Invitation | null> {
  const { services, realm, now } = visit;
  const found = await findInvitation(services.db.reader, { realm, key: keyIn(visit), now });
  return found.state === "usable" && found.email !== null ? { ...found, email: found.email } : null;
}

async function accept(visit: Visit): Promise<Page | Redirect> {
  const invitation = await find(visit);
  if (!invitation) return unusable();
  const { services, realm, form: sent, ip, userAgent, now } = visit;
  const { full_name: fullName = "", password = "", timezone = "" } = sent;
  const problems = {
    ...nameProblems(fullName),
    ...(await passwordProblems(password, [fullName, invitation.email, realm.name])),
  };
  if (Object.keys(problems).length > 0) return joinPage(visit, invitation, problems);

  const joining = {
    realm,
    key: keyIn(visit),
    fullName,
    passwordHash: await hashPassword(password),
    timezone: timeZones().includes(timezone) ? timezone : DEFAULT_TIME_ZONE,
    ...visibilityIn(sent),
    now,
  };
  try {
    const session = await services.db.write(async (tx) => {
      const { id: userId } = await joinWithInvitation(tx, joining);
      const origin = { ip, userAgent };
      return signIn(tx, { realm, userId, method: PASSWORD_METHOD, origin, sendsLetter: false, isNew: true, now });
    });
    return { to: "/welcome", session };
  } catch (error) {
    return refused(visit, invitation, error);
  }
}

/** Whether somebody has the name already is asked when the account is made. */
function nameProblems(fullName: string): Problems {
  if (fullName.trim() === "") return { full_name: "Enter your name." };
  try {
    checkedName(fullName);
    return {};
  } catch (error) {
    if (isNameError(error)) return { full_name: error.message };
    throw error;
  }
}

const isNameError = (error: unknown): error is AppError => nameErrors.some((Refusal) => error instanceof Refusal);

/** What has changed while the form was filled in. */
async function refused(visit: Visit, invitation: Invitation, error: unknown): Promise<Page> {
  if (error instanceof InvitationNotUsable || error instanceof EmailInUse) return unusable();
  if (isNameError(error)) return joinPage(visit, invitation, { full_name: error.message });
  if (emailRuleErrors.some((Refusal) => error instanceof Refusal)) {
    return joinPage(visit, invitation, { "": (error as AppError).message });
  }
  throw error;
}
