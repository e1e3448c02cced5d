import { loginPath, registerPath } from "#modules/sign-in/providers/provider-paths.ts";
import { appFlowParameters } from "#modules/sign-in/credentials/app-flow.ts";
import { START_FIELD } from "../http/form-token.ts";
import { type Html, html } from "../layout/html.ts";
import type { Visit } from "../http/page-types.ts";
import { enabledLoginProviders } from "./login-providers.ts";

interface ButtonOptions {
  /** Whether the buttons are for joining instead of logging in. Default: false. */
  readonly joins?: boolean;
  /** Key of the reusable invitation link with which the visitor joins. */
  readonly linkKey?: string | null;
  readonly next?: string | null;
}

/** Renders the buttons for logging in or joining with this organization's providers; undefined if there are none. */
export function providerButtons(visit: Visit, { joins = false, linkKey, next }: ButtonOptions = {}): Html | undefined {
  const providers = enabledLoginProviders(visit);
  if (providers.length === 0) return undefined;
  const parameters = new URLSearchParams({
    ...appFlowParameters(visit.flow),
    ...(linkKey ? { multiuse_object_key: linkKey } : {}),
    ...(next ? { next } : {}),
    ...(visit.hasFetchMetadata ? {} : { [START_FIELD]: visit.startToken }),
  });
  const query = parameters.size > 0 ? `?${parameters.toString()}` : "";
  const links = providers.map((provider) => {
    const path = joins ? registerPath(provider) : loginPath(provider);
    const text = `${joins ? "Continue" : "Log in"} with ${provider.displayName}`;
    return html`<p><a class="button quiet" href="${path + query}">${text}</a></p>`;
  });
  return html`<div class="providers">${links}</div>`;
}
