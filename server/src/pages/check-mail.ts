import { html } from "./html.ts";
import type { Page, Visit } from "./page.ts";

/** Says that a letter is on its way, whatever stands in it: the page knows no more than its reader. */
export const checkMail = ({ services }: Visit, next: string): Page =>
  services.site.smtpUrl === undefined ? kept : sent(next);

const sent = (next: string): Page => ({
  title: "Look into your mail",
  body: html`<h1>Look into your mail</h1>
    <p>We have sent a letter to the address that you gave. ${next}</p>
    <p>If nothing has come after some minutes, look among the unwanted mail, or try again with another address.</p>`,
});

/** Where no mail server takes letters. */
const kept: Page = {
  title: "Ask for your letter",
  body: html`<h1>Ask for your letter</h1>
    <p>There is a letter for the address that you gave, but this server sends no mail.</p>
    <p>
      The letter lies as a file in the folder <code>mail</code> of the server's data: ask whoever runs the server for
      the link in it.
    </p>`,
};
