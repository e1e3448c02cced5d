import { ProviderProblem, type LoginProvider } from "#modules/sign-in/providers/login-provider.ts";
import type { IdentityResolution } from "#modules/sign-in/providers/actions/resolve-identity.ts";
import { html } from "../layout/html.ts";
import type { Page, Visit } from "../http/page-types.ts";

type Named = Pick<LoginProvider, "displayName">;

const page = (status: number, title: string, ...paragraphs: readonly string[]): Page => ({
  status,
  title,
  body: html`<h1>${title}</h1>
    ${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
    <div class="actions"><a class="button" href="/login">Back to login</a></div>`,
});

export const noSuchProviderPage = (): Page =>
  page(
    404,
    "This login method is not available",
    "The organization may have turned it off. Choose another way to log in.",
  );

/** Page for a login that does not exist, expired, was started in another browser, or was already completed. */
export const noSuchLoginPage = (): Page =>
  page(
    403,
    "Login could not be completed",
    "It was started too long ago, in another browser, or has already been completed. You were not logged in.",
    "Start over. If that doesn't help, make sure that your browser accepts cookies from this site.",
  );

/** Page for a problem with a provider. The details are only in the server's log. Rethrows all other errors. */
export function problemPage(
  { services: { log } }: Visit,
  { displayName, ...of }: Named & { name: string },
  error: unknown,
): Page {
  if (!(error instanceof ProviderProblem)) throw error;
  const { kind } = error;
  log.warn({ err: error, provider: of.name, problem: kind }, "login with an identity provider failed");
  switch (kind) {
    case "unavailable":
      return page(503, `${displayName} is not responding`, "Try again in a moment, or choose another way to log in.");
    case "denied":
      return page(
        403,
        `Login with ${displayName} failed`,
        `${displayName} did not grant access. You were not logged in.`,
      );
    case "untrusted":
      return page(
        403,
        `The response from ${displayName} could not be verified`,
        "You were not logged in. Start over; if it happens again, contact the server's operator.",
      );
  }
}

/** Page that explains why a visitor cannot log in with an identity that a provider has asserted. */
export function identityRefusedPage(
  kind: Exclude<IdentityResolution["kind"], "account" | "newcomer">,
  { displayName }: Named,
): Page {
  const title = "You can't log in this way";
  switch (kind) {
    case "no address":
      return page(403, title, `${displayName} did not provide your email address, which is required for an account.`);
    case "unverified":
      return page(
        403,
        title,
        `${displayName} has not verified your email address.`,
        `Verify the address with ${displayName}, or log in another way.`,
      );
    case "deactivated":
      return page(403, title, "Your account is deactivated. An organization administrator can reactivate it.");
    case "another's":
      return page(
        403,
        title,
        "The account with your email address belongs to another user or to a bot.",
        "Ask an organization administrator for help.",
      );
  }
}

/** Page for a visitor without an invitation, at an organization that requires one. */
export const notInvitedPage = (visit: Visit, email: string): Page =>
  page(
    403,
    `You don't have an account at ${visit.realm.name}`,
    `No account uses the address ${email}, and you need an invitation to join.`,
    "Ask a member to invite that address. If you have an account with another address, log in with that one.",
  );

export const cannotJoinPage = (text: string): Page => page(403, "You can't join with that address", text);

/** Page that explains why a signed token was rejected. */
export const jwtRefusedPage = (reason: string): Page =>
  page(
    403,
    "You are not logged in",
    `${reason.replace(/[.]$/, "")}.`,
    "Go back to where you came from and start over.",
  );
