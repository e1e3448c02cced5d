import { randomBytes } from "node:crypto";
import { z } from "zod";
import { callbackPath } from "#modules/sign-in/providers/provider-paths.ts";
import { createLoginStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { consumeLoginStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import {
  type AuthenticatedIdentity,
  type IdentityProvider,
  ProviderProblem,
} from "#modules/sign-in/providers/login-provider.ts";
import { findLoginStepOfAnyBrowser } from "#modules/sign-in/core/login-steps.ts";
import { continueAsPage } from "../../sign-in/continue-as-page.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page-types.ts";
import { PendingLogin, consumePendingLogin } from "../pending-login.ts";
import { findProvider } from "../start-provider-login.ts";
import { completeProviderLogin } from "../complete-provider-login.ts";
import { noSuchLoginPage, noSuchProviderPage, problemPage } from "../provider-error-pages.ts";

const PATH = callbackPath({ kind: "saml", name: ":name" });
/**
 * Time in which the browser has to follow the redirect to the GET request, in seconds. If the provider started the
 * login, the visitor also has to confirm the account within this time.
 */
const REDIRECT_SECONDS = 120;
/** Time for which used assertions are remembered, in seconds. Longer than an assertion is valid. */
const USED_ASSERTION_SECONDS = 3600;
const TOKEN_BYTES = 32;

const StoredAssertion = z.object({
  provider: z.string(),
  /** State of the login that was started here; null if the provider started the login. */
  state: z.string().nullable(),
  identity: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.string().nullable(),
    isVerified: z.boolean(),
    fullName: z.string(),
    groups: z.array(z.string()),
  }),
});

/**
 * Callback of SAML providers. Browsers submit a form from the provider's site, and therefore do not send our cookies.
 * So the assertion is verified and stored, and the browser requests the same URL again with GET, this time with its
 * cookies.
 */
export const samlCallback: Route = {
  path: PATH,
  get: open,
  post: receive,
  acceptsCrossSiteForms: true,
  hasEffects: true,
};

async function receive(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form, now } = visit;
  const provider = findProvider(visit, "saml");
  if (!provider) return noSuchProviderPage();
  if (visit.hasValidFormToken) return completeUnsolicited(visit, provider);
  const state = form["RelayState"] ?? "";
  const pendingLogin = PendingLogin.safeParse(
    await findLoginStepOfAnyBrowser(services.db.reader, { kind: "departed", realmId: realm.id, token: state, now }),
  );
  const isAnswer = pendingLogin.success && pendingLogin.data.provider === provider.name;
  try {
    const providerState = isAnswer ? pendingLogin.data.kept : null;
    const response = form["SAMLResponse"] ?? "";
    const authenticated = await provider.completeLogin({ realmUrl: realm.url, response, state, providerState });
    const token = await storeAssertion(visit, provider, authenticated, isAnswer ? state : null);
    return { to: `${callbackPath(provider)}?arrival=${token}` };
  } catch (error) {
    return problemPage(visit, provider, error);
  }
}

async function storeAssertion(
  { services, realm, now }: Visit,
  provider: IdentityProvider,
  { identity, assertionId }: AuthenticatedIdentity,
  state: string | null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const common = { realmId: realm.id, browser: null, now };
  const used = { ...common, kind: "assertion", token: `${identity.issuer} ${assertionId}`, data: {} } as const;
  const step = { ...common, kind: "arrived", token, data: { identity, state, provider: provider.name } } as const;
  await services.db.write(async (tx) => {
    const isFirst = await createLoginStep(tx, { ...used, seconds: USED_ASSERTION_SECONDS });
    if (!isFirst) throw new ProviderProblem("untrusted", { cause: new Error("the assertion has been used before") });
    await createLoginStep(tx, { ...step, seconds: REDIRECT_SECONDS });
  });
  return token;
}

const stepOf = ({ realm, now }: Visit, stepToken = "") =>
  ({ kind: "arrived", realmId: realm.id, token: stepToken, browser: null, now }) as const;

async function open(visit: Visit): Promise<Page | Redirect> {
  const { services, query } = visit;
  const provider = findProvider(visit, "saml");
  if (!provider) return noSuchProviderPage();
  const { arrival: stepToken = "" } = query;
  const assertion = StoredAssertion.safeParse(
    await findLoginStepOfAnyBrowser(services.db.reader, stepOf(visit, stepToken)),
  );
  if (!assertion.success || assertion.data.provider !== provider.name) return noSuchLoginPage();
  const { state, identity } = assertion.data;
  if (state === null) {
    // No login was started here. The form may come from another site, with the assertion of an account that the site
    // chose, so the visitor has to confirm the account.
    const name = identity.fullName || (identity.email ?? identity.subject);
    return continueAsPage(visit, { action: callbackPath(provider), name, fields: { arrival: stepToken } });
  }
  const isFirst = (await services.db.write((tx) => consumeLoginStep(tx, stepOf(visit, stepToken)))) !== null;
  const isPending = isFirst && (await consumePendingLogin(visit, state));
  return isPending ? completeProviderLogin(visit, provider, identity, isPending) : noSuchLoginPage();
}

async function completeUnsolicited(visit: Visit, provider: IdentityProvider): Promise<Page | Redirect> {
  const { services, form } = visit;
  const assertion = StoredAssertion.safeParse(
    await services.db.write((tx) => consumeLoginStep(tx, stepOf(visit, form["arrival"]))),
  );
  if (!assertion.success || assertion.data.provider !== provider.name || assertion.data.state !== null)
    return noSuchLoginPage();
  return completeProviderLogin(visit, provider, assertion.data.identity, { next: null, linkKey: null });
}
