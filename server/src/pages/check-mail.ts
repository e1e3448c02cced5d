import { type Html, html } from "./html.ts";
import type { Page } from "./page.ts";

/** Says that a letter is on its way, whatever stands in it: the page knows no more than its reader. */
export const checkMail = (what: Html): Page => ({
  title: "Look into your mail",
  body: html`<h1>Look into your mail</h1>
    <p>${what}</p>
    <p>If nothing has come after some minutes, look among the unwanted mail, or try again with another address.</p>`,
});
