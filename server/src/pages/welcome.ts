import { form } from "./form.ts";
import { html } from "./html.ts";
import { commands } from "./commands.ts";
import type { Route } from "./page.ts";

/** Where one arrives after joining or signing in: what one is here, and how to go on with an app or a program. */
export const welcome: Route = {
  path: "/welcome",
  async get(visit) {
    const { user, realm, origin } = visit;
    if (!user) return { to: "/login" };
    return {
      title: `Welcome to ${realm.name}`,
      isWide: true,
      body: html`<h1>Welcome to ${realm.name}</h1>
        <p>You are signed in as <strong>${user.fullName}</strong>.</p>
        <h2>Use an app</h2>
        <p>An app asks for these, and for your password:</p>
        <dl class="facts">
          <dt>Organization</dt>
          <dd>${realm.url}</dd>
          <dt>E-mail address</dt>
          <dd>${user.email}</dd>
        </dl>
        <h2>Write a program</h2>
        <p>
          Trade your password for an API key, and sign each request with your e-mail address and the key. The
          <a href="/api">API reference</a> describes every operation.
        </p>
        ${commands(origin, user.email)}
        <h2>Sign in more safely</h2>
        <p><a href="/account/passkeys">Your passkeys</a> sign you in without a password.</p>
        <p><a href="/account/two-factor">Codes for signing in</a> make a password alone worth nothing.</p>
        <h2>This browser</h2>
        ${form(visit, { action: "/logout", content: [], button: "Sign out", isInline: true })}`,
    };
  },
};
