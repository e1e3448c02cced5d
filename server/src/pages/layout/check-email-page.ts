import { html } from "./html.ts";
import type { Page, Visit } from "../http/page-types.ts";

/**
 * Page that announces an email. It is the same whatever the email says, so that it does not reveal whether an account
 * exists.
 */
export const checkEmailPage = ({ services }: Visit, next: string): Page =>
  services.site.smtpUrl === undefined ? emailInFolderPage : emailSentPage(next);

const emailSentPage = (next: string): Page => ({
  title: "Check your email",
  body: html`<h1>Check your email</h1>
    <p>We sent an email to the address you entered. ${next}</p>
    <p>If it doesn't arrive within a few minutes, check your spam folder, or try again with another address.</p>`,
});

/** Page shown instead if the server has no mail server and saves emails as files. */
const emailInFolderPage: Page = {
  title: "Ask for your email",
  body: html`<h1>Ask for your email</h1>
    <p>There is an email for the address you entered, but this server is not set up to send email.</p>
    <p>
      It was saved as a file in the <code>mail</code> folder of the server's data directory. Ask the server's operator
      for the link in it.
    </p>`,
};
