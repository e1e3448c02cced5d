import { countAttempt } from "#modules/sign-in/attempts/actions/count-attempt.ts";
import type { AppError } from "@parlance/kernel/base/errors.ts";
import { clientNetwork } from "@parlance/kernel/rate-limits/client-network.ts";
import { requestJoin } from "#modules/invitations/actions/request-join.ts";
import { emailRuleErrors } from "#modules/organizations/core/email-rules.ts";
import { InvalidEmailAddress } from "#modules/users/core/errors.ts";
import { rateLimitWait } from "../layout/rate-limit-wait.ts";
import { checkEmailPage } from "../layout/check-email-page.ts";
import { providerButtons } from "../providers/provider-buttons.ts";
import { field, form, formPage, type Problems } from "../layout/form.ts";
import { type Html, html } from "../layout/html.ts";
import type { Page, Redirect, Visit } from "../http/page-types.ts";

interface JoinMethod {
  /** Key of the invitation link that was opened; null if the organization can be joined without an invitation. */
  readonly linkKey: string | null;
  /** Path of the page with the form. */
  readonly action: string;
  /** Path of the page that is shown after the form was submitted. */
  readonly sent: string;
  readonly introduction: Html;
}

/** Page with the form for a new user's email address. */
export function requestToJoinPage(visit: Visit, way: JoinMethod, problems: Problems = {}, status = 400): Page {
  const { realm, form: sent } = visit;
  const address = { name: "email", label: "Your email address", type: "email", autocomplete: "email" } as const;
  const body = html`<p>${way.introduction}</p>
    ${form(visit, {
      action: way.action,
      content: [
        field(
          { ...address, hint: "We'll send you a link to continue.", value: sent["email"], isFirst: true },
          problems,
        ),
      ],
      button: "Send link",
      beside: html`<a href="/login">I already have an account</a>`,
    })}
    ${providerButtons(visit, { joins: true, linkKey: way.linkKey })}`;
  return formPage(`Join ${realm.name}`, problems, body, status);
}

/** Sends the email with the link for joining. If the address already has an account, only the email says so. */
export async function requestToJoin(visit: Visit, way: JoinMethod): Promise<Page | Redirect> {
  const { services, realm, form: sent, ip, now } = visit;
  const { limits } = services;
  const email = sent["email"] ?? "";
  try {
    await services.db.write(async (tx) => {
      await countAttempt(tx, {
        kind: "mail_from_network",
        subject: clientNetwork(ip),
        rules: limits.mailFromAddress,
        now,
      });
      await requestJoin(tx, { realm, linkKey: way.linkKey, email, rules: limits.join, now });
    });
    return { to: way.sent };
  } catch (error) {
    return refused(visit, way, error);
  }
}

function refused(visit: Visit, way: JoinMethod, error: unknown): Page {
  const wait = rateLimitWait(error);
  if (wait) {
    const problem = `Too many requests. Check your inbox for an earlier email, or try again in ${wait.words}.`;
    return { ...requestToJoinPage(visit, way, { "": problem }, 429), retryAfter: wait.seconds };
  }
  if ([InvalidEmailAddress, ...emailRuleErrors].some((Refusal) => error instanceof Refusal)) {
    return requestToJoinPage(visit, way, { email: (error as AppError).message });
  }
  throw error;
}

/** Page after the request. It is the same whether or not the address has an account. */
export const requestSentPage = (visit: Visit): Page => checkEmailPage(visit, "Follow the link in it to continue.");
