import { html } from "./html.ts";
import type { Page } from "../http/page-types.ts";

/**
 * Page for a link from an email that cannot be used. The page does not show the reason, so that a visitor with a
 * guessed key learns nothing.
 */
export const invalidLinkPage = (advice: string): Page => ({
  status: 404,
  title: "This link is not valid",
  body: html`<h1>This link is not valid</h1>
    <p>
      It has already been used, has expired or was revoked. Or part of it is missing: check that you opened the complete
      address from the email.
    </p>
    <p>${advice}</p>
    <div class="actions"><a class="button" href="/login">Log in</a></div>`,
});
