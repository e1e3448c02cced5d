import type { SendMailOptions } from "nodemailer";
import type { EmailHeaders } from "../email.ts";
import type { OutgoingEmail } from "./email-transport.ts";

/** The headers and bodies of a letter, for the library that puts them into the form of RFC 5322. */
export function toMimeMessage(mail: OutgoingEmail): SendMailOptions {
  const { id, from, to, subject, text, html, date, headers } = mail;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    to,
    subject,
    text,
    html,
    date,
    messageId: `<letter-${id}.${date.getTime().toString(36)}@${domain}>`,
    ...(headers.replyTo !== undefined && { replyTo: headers.replyTo }),
    headers: { ...AUTOMATIC_HEADERS, ...unsubscribeHeaders(headers), ...threadHeaders(headers, domain) },
    envelope: { from: from.address, to: to.address },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** So that holiday notices stay away. */
const AUTOMATIC_HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** By what mail programs offer to turn such letters off, with one click (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: EmailHeaders): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

/** All letters of a thread answer one that there never was: that is enough to be shown together. */
function threadHeaders({ thread }: EmailHeaders, domain: string): Record<string, string> {
  if (thread === undefined) return {};
  const root = `<thread-${thread}@${domain}>`;
  return { "In-Reply-To": root, References: root };
}
