import { commandBlock, apiCommands } from "../layout/command-snippets.ts";
import { demoUserButtons } from "./demo-login.ts";
import { form } from "../layout/form.ts";
import { Html, html } from "../layout/html.ts";
import type { Document, Route, Visit } from "../http/page-types.ts";

/**
 * `/`: the web client for users who are logged in. Other visitors get a page with the organization's name and
 * description, how to log in, and where the API is documented.
 */
export const start: Route = {
  path: "/",
  async get(visit) {
    const { realm, services, origin } = visit;
    if (visit.user && services.clientPage) return clientPageForUser(services.clientPage, visit.user.id);
    const { credentials } = services.demo;
    // The demo organization is at the server's own address. Organizations on subdomains may have been added later.
    const isDemo = credentials !== null && realm.subdomain === "";
    return {
      title: realm.name,
      isWide: true,
      body: html`<h1>${realm.name}</h1>
        ${await Html.ofDescription(realm.description)} ${visit.user ? undefined : await demoUserButtons(visit)}
        ${visit.user ? signedIn(visit, visit.user.fullName) : signInLinks(visit)}
        <h2>Use the API</h2>
        ${isDemo && demoInstructions(origin, credentials)}
        <p>
          Exchange your password for an API key, then authenticate each request with your email address and the key:
        </p>
        ${apiCommands(origin)}
        <p>
          The <a href="/api">API reference</a> describes every operation; for programs, there is
          <a href="/api/v1/openapi.json">openapi.json</a>.
        </p>`,
    };
  },
};

/** Adds the user's id to the page, so that the client can immediately show the state that it cached for this user. */
const clientPageForUser = (page: Document, id: number): Document => ({
  ...page,
  text: page.text.replace("<html ", `<html data-person="${id}" `),
});

const signedIn = (visit: Visit, name: string): Html =>
  html`<p>You are logged in as <strong>${name}</strong>.</p>
    <div class="actions">
      <a class="button" href="/welcome">Continue</a>
      ${form(visit, { action: "/logout", content: [], button: "Log out", isInline: true })}
    </div>`;

const signInLinks = ({ realm }: Visit): Html =>
  html`<div class="actions">
    <a class="button" href="/login">Log in</a>
    <a href="/register">${realm.settings.invite_required ? "How to join" : "Join"}</a>
  </div>`;

/**
 * Explains where the demo credentials are. The page names the file without showing its content, because only operators
 * may read it.
 */
function demoInstructions(origin: string, file: string): Html {
  const owner = `u => u.email + ':' + u.api_key`;
  const credentials = `node -p "(${owner})(JSON.parse(require('fs').readFileSync('${file}')).users.owner)"`;
  return html`<p>
      This is a demo organization. The passwords and API keys of its users are in <code>${file}</code>. For its owner:
    </p>
    ${commandBlock(`curl -sS -u "$(${credentials})" ${origin}/api/v1/users/me`)}
    <p>
      The other users are <code>admin</code>, <code>moderator</code>, <code>member</code>, <code>member2</code>,
      <code>guest</code> and <code>bot</code>.
    </p>`;
}
