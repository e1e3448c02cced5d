import type { Metrics } from "@parlance/kernel/base/metrics.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";
import type { Module } from "@parlance/kernel/http/module.ts";
import { deliverEmails, pruneMail } from "./jobs.ts";
import { createEmailMetrics } from "./email-metrics.ts";
import { FileTransport } from "./transport/file-transport.ts";
import { SmtpTransport } from "./transport/smtp-transport.ts";
import type { EmailSettings } from "./email-settings.ts";

interface EmailModuleOptions {
  readonly db: Reader;
  readonly settings: EmailSettings;
  readonly metrics: Metrics;
}

/** Creates the module that sends emails for other modules. It has no endpoints. */
export function emailModule({ db, settings, metrics }: EmailModuleOptions): Module {
  const transport =
    settings.smtpUrl === undefined ? new FileTransport(settings.mailFolder) : new SmtpTransport(settings.smtpUrl);
  const office = { transport, settings, metrics: createEmailMetrics(metrics, db) };
  return {
    name: "mail",
    floor: "records",
    tables: ["mail"],
    endpoints: [],
    jobs: [deliverEmails(office), pruneMail(settings)],
  };
}
