import type { SendMailOptions } from "nodemailer";
import type { EmailHeaders } from "../email.ts";
import type { OutgoingEmail } from "./email-transport.ts";

/**
 * Returns the headers and bodies of an email as options of the mail library, which formats them according to RFC 5322.
 */
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

/** Headers that prevent automatic replies. */
const AUTOMATIC_HEADERS = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Returns the headers with which mail programs offer to unsubscribe with one click (RFC 8058). */
const unsubscribeHeaders = ({ unsubscribe }: EmailHeaders): Record<string, string> =>
  unsubscribe === undefined
    ? {}
    : { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };

/**
 * Returns headers that make all emails of a thread replies to one email, which does not exist. Mail programs group such
 * emails.
 */
function threadHeaders({ thread }: EmailHeaders, domain: string): Record<string, string> {
  if (thread === undefined) return {};
  const root = `<thread-${thread}@${domain}>`;
  return { "In-Reply-To": root, References: root };
}
