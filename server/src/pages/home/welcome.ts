import { form } from "../layout/form.ts";
import { html } from "../layout/html.ts";
import { apiCommands } from "../layout/command-snippets.ts";
import type { Route } from "../http/page-types.ts";

/**
 * Page after joining or logging in if no web client is built. It shows the user's name, and how to continue with an app
 * or with the API.
 */
export const welcome: Route = {
  path: "/welcome",
  async get(visit) {
    const { user, realm, origin } = visit;
    if (!user) return { to: "/login" };
    return {
      title: `Welcome to ${realm.name}`,
      isWide: true,
      body: html`<h1>Welcome to ${realm.name}</h1>
        <p>You are logged in as <strong>${user.fullName}</strong>.</p>
        <h2>Use an app</h2>
        <p>To log in with an app, enter the following and your password:</p>
        <dl class="facts">
          <dt>Organization</dt>
          <dd>${realm.url}</dd>
          <dt>Email address</dt>
          <dd>${user.email}</dd>
        </dl>
        <h2>Use the API</h2>
        <p>
          Exchange your password for an API key, then authenticate each request with your email address and the key. The
          <a href="/api">API reference</a> describes every operation.
        </p>
        ${apiCommands(origin, user.email)}
        <h2>Secure your account</h2>
        <p><a href="/account/passkeys">Passkeys</a> log you in without a password.</p>
        <p><a href="/account/two-factor">Two-factor authentication</a> requires a code in addition to your password.</p>
        <h2>This browser</h2>
        ${form(visit, { action: "/logout", content: [], button: "Log out", isInline: true })}`,
    };
  },
};
