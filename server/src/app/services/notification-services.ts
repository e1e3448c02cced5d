import type { Logger } from "pino";
import type { Clock } from "@parlance/kernel/base/clock.ts";
import { browserTransport } from "#modules/notifications/browser-push/browser-transport.ts";
import { Notifier } from "#modules/notifications/core/notifier.ts";
import type { MissedMessageEmailServices } from "#modules/notifications/email/actions/send-missed-message-emails.ts";
import { EmailSender } from "#modules/notifications/email/email-sender.ts";
import { addReplyAddress } from "#modules/notifications/incoming-email/actions/add-reply-address.ts";
import { createIncomingEmailServices } from "#modules/notifications/incoming-email/receive-email.ts";
import { SmtpListener } from "#modules/notifications/incoming-email/smtp/smtp-listener.ts";
import { phoneTransport } from "#modules/notifications/phone-push/phone-transport.ts";
import type { ModuleDependencies } from "../modules.ts";
import type { Service } from "./service-list.ts";

export interface NotificationServicesOptions extends ModuleDependencies {
  readonly clock: Clock;
  readonly log: Logger;
}

/** Creates the background services that notify users who are away, and that receive their replies by email. */
export function createNotificationServices(options: NotificationServicesOptions): readonly Service[] {
  const { settings: site, clock, log } = options;
  const { emailGatewayPattern: pattern, incomingMailPort: port, incomingMailHost: host } = site;
  const replyAddress: MissedMessageEmailServices["replyAddress"] =
    pattern === "" ? undefined : (tx, of) => addReplyAddress(tx, pattern, of);
  const emails = new EmailSender({ ...options, site, replyAddress });
  const transports = [browserTransport, phoneTransport, emails.transport];
  const notifier = new Notifier({ ...options, site, transports });
  if (port === undefined) return [notifier, emails];
  const services = createIncomingEmailServices(options);
  return [notifier, emails, new SmtpListener({ services, clock, log, host, port })];
}
