// Runs bots that use the standard Python client, against a server that was started with `npm start` and without
// settings. One bot is a short program; the other is part of the client's framework. If Python or its packages are
// missing, reports this and exits successfully.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NpmStartServer } from "../npm-start.ts";
import { root } from "../paths.ts";

const HERE = join(root, "tools/stock-clients");
const REPLY_TIMEOUT_MS = 90_000;
/**
 * Time in milliseconds without a reply after which the message is sent again. A bot receives only messages that were
 * sent after it had registered.
 */
const RESEND_AFTER_MS = 2_000;

interface User {
  readonly user_id: number;
  readonly email: string;
  readonly api_key: string;
}

/** A bot, with a message that is sent to it and the reply that is expected. */
interface Bot {
  readonly name: string;
  readonly command: (programs: string, configFile: string) => readonly [program: string, ...args: string[]];
  readonly message: string;
  readonly reply: string;
}

const BOTS: readonly Bot[] = [
  {
    name: "an echo bot",
    command: (programs, configFile) => [join(programs, "python"), join(HERE, "echo-bot.py"), configFile],
    message: "Is anybody **there**?",
    reply: "Is anybody **there**?",
  },
  {
    name: "a bot of the client's framework",
    command: (programs, configFile) => [join(programs, "zulip-run-bot"), "helloworld", "--config-file", configFile],
    message: "hello",
    reply: "beep boop",
  },
];

/**
 * Installs the client into a folder. Returns the folder with its programs, or the reason why it cannot be installed.
 */
function installClient(folder: string): { readonly programs: string } | { readonly problem: string } {
  const venv = join(folder, "venv");
  const programs = join(venv, "bin");
  const steps = [
    ["python3", "-m", "venv", venv],
    [join(programs, "pip"), "install", "--quiet", "--disable-pip-version-check", "-r", join(HERE, "requirements.txt")],
  ] as const;
  for (const [program, ...args] of steps) {
    const { status, error, stdout, stderr } = spawnSync(program, args, { encoding: "utf8" });
    if (status === 0) continue;
    const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.trim() !== "");
    return { problem: error?.message ?? lines.at(-1) ?? `${program} exited with ${status}` };
  }
  return { programs };
}

async function call(url: string, { email, api_key }: User, path: string, body?: Readonly<Record<string, string>>) {
  const response = await fetch(`${url}/api/v1${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`${email}:${api_key}`).toString("base64")}` },
    ...(body && { method: "POST", body: new URLSearchParams(body) }),
  });
  const json = (await response.json()) as Record<string, unknown>;
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${JSON.stringify(json)}`);
  return json;
}

/**
 * Returns the Markdown of the newest direct message that `sender` has sent to `recipient`. Undefined if this message's
 * id is not greater than `after`.
 */
async function findNewestReply(url: string, recipient: User, sender: User, after: number): Promise<string | undefined> {
  const narrow = JSON.stringify([{ operator: "dm", operand: [sender.user_id] }]);
  const query = new URLSearchParams({
    narrow,
    anchor: "newest",
    num_before: "20",
    num_after: "0",
    apply_markdown: "false",
  });
  const { messages } = (await call(url, recipient, `/messages?${query}`)) as {
    messages: { id: number; sender_id: number; content: string }[];
  };
  return messages.findLast(({ id, sender_id }) => sender_id === sender.user_id && id > after)?.content;
}

/**
 * Sends a message to the bot, repeatedly until the bot replies.
 * @throws Error if the reply is wrong or does not come
 */
async function converse(url: string, { member, bot }: { member: User; bot: User }, { name, message, reply }: Bot) {
  const end = performance.now() + REPLY_TIMEOUT_MS;
  let first = 0;
  while (performance.now() < end) {
    const sent = { type: "direct", to: JSON.stringify([bot.user_id]), content: message };
    const { id } = (await call(url, member, "/messages", sent)) as { id: number };
    first ||= id;
    await sleep(RESEND_AFTER_MS);
    const answer = await findNewestReply(url, member, bot, first);
    if (answer === undefined) continue;
    if (answer !== reply) throw new Error(`${name} replied ${JSON.stringify(answer)}, not ${JSON.stringify(reply)}`);
    console.log(`stock clients: ${name} replied`);
    return;
  }
  throw new Error(`${name} did not reply within ${REPLY_TIMEOUT_MS / 1000} s`);
}

/** Runs a bot until it has replied to a message. */
async function runBot(server: NpmStartServer, folder: string, programs: string, bot: Bot): Promise<void> {
  const { users } = JSON.parse(readFileSync(join(server.dataDir, "demo-credentials.json"), "utf8")) as {
    users: { member: User; bot: User };
  };
  const configFile = join(folder, "zuliprc");
  const { email, api_key: key } = users.bot;
  writeFileSync(configFile, `[api]\nemail=${email}\nkey=${key}\nsite=${server.url}\n`, { mode: 0o600 });
  const [program, ...args] = bot.command(programs, configFile);
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => output.push(chunk.toString()));
  try {
    await Promise.race([converse(server.url, users, bot), waitForExit(child, output)]);
  } finally {
    child.kill("SIGKILL");
  }
}

async function waitForExit(child: ChildProcess, output: readonly string[]): Promise<never> {
  return new Promise((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code, signal) => reject(new Error(`the bot ended (${signal ?? code}):\n${output.join("")}`)));
  });
}

const folder = mkdtempSync(join(tmpdir(), "parlance-stock-clients-"));
try {
  const client = installClient(folder);
  if ("problem" in client) {
    console.log(`stock clients: skipped, because the Python client cannot be installed: ${client.problem}`);
  } else {
    using server = await NpmStartServer.start();
    for (const bot of BOTS) await runBot(server, folder, client.programs, bot);
    await server.stop();
  }
} catch (error) {
  console.error(`stock clients: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
