import { isIP } from "node:net";
import { z } from "zod";
import { integer, mailAddress, optional, setting, type SettingKind } from "@parlance/kernel/config/setting.ts";
import { parseSmtpUrl } from "./transport/smtp-url.ts";

const smtpUrl: SettingKind<string> = {
  schema: z.string().refine((text) => parseSmtpUrl(text) !== null),
  accepts: "the URL of a mail server, such as smtp://user:password@mail.example.com:587",
};

/** The settings of outgoing email. */
export const emailSettings = {
  smtpUrl: optional(smtpUrl, {
    variable: "SMTP_URL",
    isSecret: true,
    defaultText: "emails are saved as files in the `mail` folder of the data directory",
    meaning:
      "Mail server for outgoing email, such as invitations. `smtps://` uses TLS from the start. With `smtp://` and a user, encryption is required unless `?tls=optional` or `?tls=off` is appended; without a user, it is used if the mail server offers it. `?certificate=any` accepts untrusted certificates.",
  }),
  mailFrom: optional(mailAddress, {
    variable: "PARLANCE_MAIL_FROM",
    defaultText: "`noreply@` the host of `PARLANCE_EXTERNAL_URL`",
    meaning: "From address of outgoing emails; the organization's name is added.",
  }),
  mailRetrySeconds: setting(integer(1, 86_400), {
    variable: "PARLANCE_MAIL_RETRY_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "Delay before a failed email is retried. It doubles with each attempt, up to two hours; after 14 attempts, the email is marked as failed.",
  }),
};

/** How mail leaves the server. */
export interface EmailSettings {
  /** Where people reach the server. */
  readonly url: string;
  /** The mail server; without one, letters become files. */
  readonly smtpUrl?: string | undefined;
  /** The address that letters come from; without one, `noreply@` the server's host. */
  readonly mailFrom?: string | undefined;
  /** Where letters are put that no mail server takes. */
  readonly mailFolder: string;
  /** The pause before the second try, in seconds; each later one is twice as long. */
  readonly mailRetrySeconds: number;
}

/** The address that letters come from. */
export function senderAddress({ mailFrom, url }: Pick<EmailSettings, "mailFrom" | "url">): string {
  if (mailFrom !== undefined) return mailFrom;
  const { hostname } = new URL(url);
  // A number is no name that mail could come from.
  return `noreply@${isIP(hostname.replace(/^\[|\]$/g, "")) > 0 ? "localhost" : hostname}`;
}
