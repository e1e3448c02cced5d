import { html } from "./html.ts";
import type { Page } from "./page.ts";

/** A link from a letter that cannot be used. The reason stays secret, so that made-up keys reveal nothing. */
export const unusableLink = (advice: string): Page => ({
  status: 404,
  title: "This link cannot be used",
  body: html`<h1>This link cannot be used</h1>
    <p>
      It has been used before, has expired, or was withdrawn. Or part of it got lost on the way: look whether the
      address is the whole of what stands in the letter.
    </p>
    <p>${advice}</p>
    <div class="actions"><a class="button" href="/login">Sign in</a></div>`,
});
