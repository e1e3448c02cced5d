import { randomBytes } from "node:crypto";
import { z } from "zod";
import { callbackPath } from "#modules/sign-in/providers/provider-paths.ts";
import { keepStep } from "#modules/sign-in/core/actions/create-login-step.ts";
import { takeStep } from "#modules/sign-in/core/actions/consume-login-step.ts";
import { type Arrival, type IdentityProvider, ProviderProblem } from "#modules/sign-in/providers/login-provider.ts";
import { peekStep } from "#modules/sign-in/core/login-steps.ts";
import { continueAsPage } from "../../sign-in/continue-as-page.ts";
import type { Page, Redirect, Route, Visit } from "../../http/page.ts";
import { Departed } from "../pending-login.ts";
import { providerOf } from "../start-provider-login.ts";
import { letIn } from "../complete-provider-login.ts";
import { noSuchLogin, noSuchProvider, problemPage } from "../provider-error-pages.ts";
import { takeDeparture } from "../../external/take-departure.ts";

const PATH = callbackPath({ kind: "saml", name: ":name" });
/** How long a browser may take from one address to the next, in seconds. */
const ARRIVAL_SECONDS = 120;
/** How long assertions are remembered: longer than they count. */
const MEMORY_SECONDS = 3600;
const TOKEN_BYTES = 32;

const Arrived = z.object({
  provider: z.string(),
  /** Of the departure; null: there was none. */
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
 * Where a provider of SAML sends browsers back to. They come with a form of the provider's, and so without the cookies by which we
 * know them: what the form says is checked and kept, and the browser asks for the same address once more, as it would by itself.
 */
export const samlArrival: Route = { path: PATH, get: open, post: receive, takesForeignForms: true, hasEffects: true };

async function receive(visit: Visit): Promise<Page | Redirect> {
  const { services, realm, form, now } = visit;
  const provider = providerOf(visit, "saml");
  if (!provider) return noSuchProvider();
  if (visit.sendsOurForm) return enterUnsolicited(visit, provider);
  const state = form["RelayState"] ?? "";
  const departed = Departed.safeParse(
    await peekStep(services.db.reader, { kind: "departed", realmId: realm.id, token: state, now }),
  );
  const isAnswer = departed.success && departed.data.provider === provider.name;
  try {
    const kept = isAnswer ? departed.data.kept : null;
    const answer = form["SAMLResponse"] ?? "";
    const arrival = await provider.arrive({ realmUrl: realm.url, answer, state, kept });
    const token = await keepArrival(visit, provider, arrival, isAnswer ? state : null);
    return { to: `${callbackPath(provider)}?arrival=${token}` };
  } catch (error) {
    return problemPage(visit, provider, error);
  }
}

async function keepArrival(
  { services, realm, now }: Visit,
  provider: IdentityProvider,
  { identity, assertionId }: Arrival,
  state: string | null,
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  const common = { realmId: realm.id, browser: null, now };
  const used = { ...common, kind: "assertion", token: `${identity.issuer} ${assertionId}`, data: {} } as const;
  const arrived = { ...common, kind: "arrived", token, data: { identity, state, provider: provider.name } } as const;
  await services.db.write(async (tx) => {
    const isFirst = await keepStep(tx, { ...used, seconds: MEMORY_SECONDS });
    if (!isFirst) throw new ProviderProblem("untrusted", { cause: new Error("the assertion has been used before") });
    await keepStep(tx, { ...arrived, seconds: ARRIVAL_SECONDS });
  });
  return token;
}

const stepOf = ({ realm, now }: Visit, arrival = "") =>
  ({ kind: "arrived", realmId: realm.id, token: arrival, browser: null, now }) as const;

async function open(visit: Visit): Promise<Page | Redirect> {
  const { services, query } = visit;
  const provider = providerOf(visit, "saml");
  if (!provider) return noSuchProvider();
  const { arrival = "" } = query;
  const arrived = Arrived.safeParse(await peekStep(services.db.reader, stepOf(visit, arrival)));
  if (!arrived.success || arrived.data.provider !== provider.name) return noSuchLogin();
  const { state, identity } = arrived.data;
  if (state === null) {
    // Nobody began here: the form may have been another site's, with the assertion of an account of its own choice.
    const name = identity.fullName || (identity.email ?? identity.subject);
    return continueAsPage(visit, { action: callbackPath(provider), name, fields: { arrival } });
  }
  const isFirst = (await services.db.write((tx) => takeStep(tx, stepOf(visit, arrival)))) !== null;
  const departed = isFirst && (await takeDeparture(visit, state));
  return departed ? letIn(visit, provider, identity, departed) : noSuchLogin();
}

async function enterUnsolicited(visit: Visit, provider: IdentityProvider): Promise<Page | Redirect> {
  const { services, form } = visit;
  const arrived = Arrived.safeParse(await services.db.write((tx) => takeStep(tx, stepOf(visit, form["arrival"]))));
  if (!arrived.success || arrived.data.provider !== provider.name || arrived.data.state !== null) return noSuchLogin();
  return letIn(visit, provider, arrived.data.identity, { next: null, linkKey: null });
}
