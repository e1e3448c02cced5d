import type { Registry } from "prom-client";
import type { Reader } from "#kernel/db/types.ts";
import type { Module } from "#kernel/http/module.ts";
import { deliverLetters, pruneMail } from "./jobs.ts";
import { mailMetrics } from "./email-metrics.ts";
import { FilePost } from "./transport/file-transport.ts";
import { SmtpPost } from "./transport/smtp-transport.ts";
import type { MailSettings } from "./email-settings.ts";

interface Parts {
  readonly db: Reader;
  readonly settings: MailSettings;
  readonly registry: Registry;
}

/** Letters that other modules send; nobody calls it over HTTP. */
export function mailModule({ db, settings, registry }: Parts): Module {
  const post = settings.smtpUrl === undefined ? new FilePost(settings.mailFolder) : new SmtpPost(settings.smtpUrl);
  const office = { post, settings, metrics: mailMetrics(registry, db) };
  return { name: "mail", endpoints: [], jobs: [deliverLetters(office), pruneMail(settings)] };
}
