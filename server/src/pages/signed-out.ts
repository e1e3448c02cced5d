import { logoutPath } from "#modules/sign-in/providers/provider-paths.ts";
import { html } from "./layout/html.ts";
import type { Page, Visit } from "./http/page.ts";
import { vouchersOf } from "./providers/login-providers.ts";

/** What somebody sees who has signed out here, and came in by this way: they may still be signed in elsewhere. */
export function signedOutPage(visit: Visit, method: string): Page {
  const places = vouchersOf(visit).filter((one) => one.method === method && one.endsLogins);
  const links = places.map(
    (place) =>
      html`<p><a class="button quiet" href="${logoutPath(place)}">Log out of ${place.displayName}, too</a></p>`,
  );
  return {
    title: "You are logged out",
    body: html`<h1>You are logged out</h1>
      <p>This browser is no longer logged in to ${visit.realm.name}.</p>
      ${links}
      <div class="actions"><a class="button" href="/login">Log in</a></div>`,
  };
}
