import { ProviderProblem, type Voucher } from "#modules/sign-in/external/identity-provider.ts";
import type { Recognition } from "#modules/sign-in/external/actions/recognize.ts";
import { html } from "../html.ts";
import type { Page, Visit } from "../page.ts";

type Named = Pick<Voucher, "displayName">;

const page = (status: number, title: string, ...paragraphs: readonly string[]): Page => ({
  status,
  title,
  body: html`<h1>${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
    <div class="actions"><a class="button" href="/login">Back to signing in</a></div>`,
});

export const noSuchProvider = (): Page =>
  page(404, "Nobody signs in that way here", "The organization may have turned it off. Choose another way to sign in.");

/** The login was begun in another browser, long ago, or not at all, or has come to its end already. */
export const noSuchLogin = (): Page =>
  page(
    403,
    "This login cannot go on",
    "It was begun too long ago, in another browser, or is over already. Nothing was done.",
    "Begin again. If that does not help: your browser has to accept cookies of this site.",
  );

/** What a visitor learns of a problem with a provider; operators find the rest in the log. */
export function problemPage(
  { services: { log } }: Visit,
  { displayName, ...of }: Named & { name: string },
  error: unknown,
): Page {
  if (!(error instanceof ProviderProblem)) throw error;
  const { kind } = error;
  log.warn({ err: error, provider: of.name, problem: kind }, "a login with an identity provider failed");
  switch (kind) {
    case "unavailable":
      return page(503, `${displayName} does not answer`, "Try again in a moment, or choose another way to sign in.");
    case "denied":
      return page(403, `You did not sign in with ${displayName}`, `${displayName} let nobody in. Nothing was done.`);
    case "untrusted":
      return page(
        403,
        `What ${displayName} says cannot be trusted`,
        "Nothing was done. Begin again; if it happens again, tell the people who run this server.",
      );
  }
}

/** Why an identity opens no account. */
export function refusedIdentity(
  kind: Exclude<Recognition["kind"], "account" | "newcomer">,
  { displayName }: Named,
): Page {
  const title = "You cannot sign in that way";
  switch (kind) {
    case "no address":
      return page(403, title, `${displayName} does not tell your e-mail address, and without one there is no account.`);
    case "unverified":
      return page(
        403,
        title,
        `${displayName} has not made sure that your e-mail address is yours.`,
        `Confirm the address at ${displayName}, or sign in here in another way.`,
      );
    case "deactivated":
      return page(
        403,
        title,
        "Your account is deactivated. An administrator of the organization can activate it again.",
      );
    case "another's":
      return page(
        403,
        title,
        "The account with your e-mail address belongs to somebody else, or to a program.",
        "An administrator of the organization can help.",
      );
  }
}

/** Nobody invited them, and the organization takes nobody without. */
export const notInvited = (visit: Visit, email: string): Page =>
  page(
    403,
    `You have no account at ${visit.realm.name}`,
    `There is none with the address ${email}, and people join by invitation.`,
    "Ask somebody there to invite that address. If you have an account with another one, sign in with that.",
  );

export const mayNotJoin = (text: string): Page => page(403, "You cannot join with that address", text);

/** Why a signed token opens nothing. */
export const tokenRefused = (reason: string): Page =>
  page(403, "You are not signed in", `${reason.replace(/[.]$/, "")}.`, "Begin again where you came from.");
