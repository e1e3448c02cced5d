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
    key: "mail.url",
    variable: "SMTP_URL",
    isSecret: true,
    defaultText: "emails are saved as files in the `mail` folder of the data directory",
    meaning:
      "Mail server for outgoing email, such as invitations. `smtps://` uses TLS from the start. With `smtp://` and a user, encryption is required unless `?tls=optional` or `?tls=off` is appended; without a user, it is used if the mail server offers it. `?certificate=any` accepts untrusted certificates.",
  }),
  mailFrom: optional(mailAddress, {
    key: "mail.from",
    variable: "PARLANCE_MAIL_FROM",
    defaultText: "`noreply@` the host of `PARLANCE_EXTERNAL_URL`",
    meaning: "From address of outgoing emails; the organization's name is added.",
  }),
  mailRetrySeconds: setting(integer(1, 86_400), {
    key: "mail.retry_seconds",
    variable: "PARLANCE_MAIL_RETRY_SECONDS",
    default: 60,
    unit: "seconds",
    meaning:
      "Delay before a failed email is retried. It doubles with each attempt, up to two hours; after 14 attempts, the email is marked as failed.",
  }),
};

/** Settings for outgoing email. */
export interface EmailSettings {
  /** URL at which users reach the server. */
  readonly url: string;
  /** URL of the mail server. If undefined, emails are saved as files. */
  readonly smtpUrl?: string | undefined;
  /**
   * Sender address of emails. Default: `noreply@` and the server's host, or `localhost` if the host is an IP address.
   */
  readonly mailFrom?: string | undefined;
  /** Folder in which emails are saved if there is no mail server. */
  readonly mailFolder: string;
  /**
   * Delay before the second attempt, in seconds. Each later delay is twice as long as the previous one, up to two
   * hours.
   */
  readonly mailRetrySeconds: number;
}

/** Returns the sender address of emails. */
export function senderAddress({ mailFrom, url }: Pick<EmailSettings, "mailFrom" | "url">): string {
  if (mailFrom !== undefined) return mailFrom;
  const { hostname } = new URL(url);
  // An IP address is not a valid domain for a sender.
  return `noreply@${isIP(hostname.replace(/^\[|\]$/g, "")) > 0 ? "localhost" : hostname}`;
}
