import { Command, InvalidArgumentError } from "commander";
import type { PostgresDatabase } from "@parlance/kernel/unit-of-work/postgres-database.ts";
import { retryEmails } from "@parlance/server/modules/platform/email/actions/retry-emails.ts";
import { listLatestEmails } from "@parlance/server/modules/platform/email/queries.ts";
import { enqueueIncomingEmail } from "@parlance/server/modules/notifications/incoming-email/actions/enqueue-incoming-email.ts";
import { parseEmailTarget } from "@parlance/server/modules/notifications/incoming-email/email-targets.ts";
import { findDestination } from "@parlance/server/modules/notifications/incoming-email/queries.ts";
import {
  MAX_EMAIL_BYTES,
  parseIncomingEmail,
} from "@parlance/server/modules/notifications/incoming-email/parse-incoming-email.ts";
import { ReceiveBuffer } from "@parlance/server/modules/notifications/incoming-email/smtp/receive-buffer.ts";
import { EmailRejected } from "@parlance/server/modules/notifications/incoming-email/email-rejected.ts";
import { CommandError, describeCommandError } from "../command-error.ts";
import { openReadyInstallation } from "../migrations.ts";
import { type GlobalOptions, printResult, formatTable } from "../output.ts";

export const mailCommand = (): Command =>
  new Command("mail")
    .summary("list, retry and receive emails")
    .description(
      "Lists the emails that the server sends, retries failed ones, and receives emails to channels and replies to " +
        "notification emails.",
    )
    .addCommand(listCommand())
    .addCommand(retryCommand())
    .addCommand(receiveCommand());

function parseCount(text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError("It must be a number from 1 to 10000.");
}

const listCommand = (): Command =>
  new Command("list")
    .summary("list outgoing emails")
    .description(
      "Lists outgoing emails, newest first: recipient, state, and the mail server's response if it did not accept them. " +
        "Their content is not shown.",
    )
    .option("--failed", "only emails that failed permanently")
    .option("--limit <count>", "maximum number of emails", parseCount, 100)
    .addHelpText("after", "\nExample:\n  parlance mail list --failed")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { failed?: true; limit: number }>();
      await using installation = await openReadyInstallation(options);
      const { failed = false, limit } = options;
      const emails = await listLatestEmails(installation.db.reader, { isFailed: failed, limit });
      const data = emails.map(({ to_address, created_at, sent_at, ...email }) => ({
        ...email,
        to: to_address,
        created_at: toUnixSeconds(created_at),
        sent_at: sent_at && toUnixSeconds(sent_at),
      }));
      const rows = emails.map((email) => [
        String(email.id),
        email.created_at.toISOString().slice(0, 16).replace("T", " "),
        email.state,
        String(email.tries),
        email.kind,
        email.to_address,
        email.last_error ?? "",
      ]);
      const text = formatTable(["ID", "CREATED (UTC)", "STATE", "TRIES", "ABOUT", "TO", "LAST ERROR"], rows);
      printResult(options, { letters: data }, rows.length === 0 ? "No emails." : text);
    });

const toUnixSeconds = (time: Date): number => Math.floor(time.getTime() / 1000);

const retryCommand = (): Command =>
  new Command("retry")
    .summary("retry emails")
    .description(
      "Retries emails: failed ones from the first attempt, and waiting ones immediately. " +
        "A running server sends them within seconds; otherwise they are sent when a server starts.",
    )
    .argument("[ids...]", "numbers of the emails, as shown by `parlance mail list`", parseId)
    .option("--all", "all emails that are not sent")
    .addHelpText("after", "\nExamples:\n  parlance mail retry 17 18\n  parlance mail retry --all")
    .action(async (ids: readonly number[], _options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { all?: true }>();
      if (ids.length > 0 === (options.all ?? false))
        throw new CommandError("specify the numbers of the emails, or --all");
      await using installation = await openReadyInstallation(options);
      const tried = await (options.all ? retryAll(installation.db) : retry(installation.db, ids));
      const text = tried.length === 0 ? "No emails." : `Retrying emails ${tried.join(", ")}`;
      printResult(options, { letters: tried }, text);
    });

function parseId(text: string, before: readonly number[] | undefined): number[] {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return [...(before ?? []), number];
  throw new InvalidArgumentError("It must be the number of an email.");
}

/** Retries these emails. If one of them cannot be retried, none is. */
const retry = (db: PostgresDatabase, ids: readonly number[]): Promise<number[]> =>
  db.write(async (tx) => {
    const tried = await retryEmails(tx, { ids });
    const missing = ids.filter((one) => !tried.includes(one));
    if (missing.length === 0) return tried;
    throw new CommandError(`not waiting or failed emails: ${missing.join(", ")}; see \`parlance mail list\``);
  });

/** Retries all emails in batches, so that a server can already send the first ones meanwhile. */
async function retryAll(db: PostgresDatabase): Promise<number[]> {
  const all: number[] = [];
  for (;;) {
    const some = await db.write((tx) => retryEmails(tx, { after: all.at(-1) ?? 0 }));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/** Exit codes with a meaning for mail servers that pipe emails to a program (sysexits.h). */
const EXIT_BAD_EMAIL = 65;
const EXIT_NO_USER = 67;
const EXIT_TRY_AGAIN = 75;

const receiveCommand = (): Command =>
  new Command("receive")
    .summary("receive an email, to be called by a mail server")
    .description(
      "Reads an email from standard input and posts it according to its address: in a channel, or as a reply. A " +
        "running server posts it within seconds; otherwise it is posted when a server starts. Exit status 67: unknown " +
        "address; 65: too large, malformed, or without exactly one sender; 75: temporary failure, try again later.",
    )
    .requiredOption("--to <address>", "recipient address from the envelope; the email's headers are ignored")
    .addHelpText("after", "\nExample:\n  parlance mail receive --to channels+news.1f0c@chat.example.com < message.eml")
    .action(async (_options: unknown, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions & { to: string }>();
      const { shell } = options;
      try {
        const raw = await readEmailFrom(shell.stdin);
        await using installation = await openReadyInstallation(options);
        const { db, config } = installation;
        if (config.emailGatewayPattern === "") throw new CommandError("PARLANCE_EMAIL_GATEWAY_PATTERN is not set here");
        const target = parseEmailTarget(config.emailGatewayPattern, options.to);
        const place = target && (await findDestination(db.reader, target));
        if (!place) {
          shell.stderr.write("parlance: no such address\n");
          return shell.exitWith(EXIT_NO_USER);
        }
        // Parsed now, because a later rejection would not reach the sender. `ownDomain` is null because only the server
        // can recognize emails that it has sent itself.
        const email = await parseIncomingEmail(raw, { realmId: place.realmId, ownDomain: null });
        if (email) await db.write((tx) => enqueueIncomingEmail(tx, { recipient: options.to, raw, now: new Date() }));
        printResult(options, { taken: true }, "The email was accepted.");
      } catch (error) {
        shell.stderr.write(
          `parlance: ${error instanceof EmailRejected ? error.message : describeCommandError(error)}\n`,
        );
        shell.exitWith(error instanceof EmailRejected ? EXIT_BAD_EMAIL : EXIT_TRY_AGAIN);
      }
    });

/**
 * Reads an email from the command's input. @throws EmailRejected if the email is too large, CommandError if the input
 * is empty
 */
async function readEmailFrom(input: AsyncIterable<Buffer | string>): Promise<Buffer> {
  const received = new ReceiveBuffer();
  for await (const chunk of input) {
    received.add(Buffer.from(chunk));
    if (received.length > MAX_EMAIL_BYTES) throw new EmailRejected("the email is larger than 25 MiB");
  }
  if (received.length === 0) throw new CommandError("no email on standard input");
  return received.bytes;
}
