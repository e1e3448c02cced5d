import type { SendMailOptions } from "nodemailer";
import type { OutgoingMail } from "./post.ts";

/** The headers and bodies of a letter, for the library that puts them into the form of RFC 5322. */
export function messageOf({ id, from, to, subject, text, html, date }: OutgoingMail): SendMailOptions {
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  return {
    from,
    to,
    subject,
    text,
    html,
    date,
    messageId: `<letter-${id}.${date.getTime().toString(36)}@${domain}>`,
    // So that holiday notices stay away.
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    envelope: { from: from.address, to: to.address },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
