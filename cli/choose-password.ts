import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { text } from "node:stream/consumers";
import { CommandError } from "./command-error.ts";
import type { GlobalOptions } from "./output.ts";
import type { Shell } from "./shell.ts";

/**
 * Options for where a password comes from. It is never given on the command line, which other users of the machine can
 * read.
 */
export interface PasswordOptions extends GlobalOptions {
  readonly passwordStdin?: true;
  readonly generatePassword?: true;
}

export interface ChosenPassword {
  readonly password: string;
  /** Whether the password was generated. If so, it must be shown. */
  readonly isGenerated: boolean;
}

/** Reads the password from standard input or the terminal, or generates one. */
export async function choosePassword(options: PasswordOptions): Promise<ChosenPassword> {
  const { passwordStdin, generatePassword, shell } = options;
  if (passwordStdin) {
    const password = (await text(shell.stdin)).replace(/\r?\n$/, "");
    if (password === "") throw new CommandError("--password-stdin: standard input is empty");
    return { password, isGenerated: false };
  }
  if (generatePassword || !shell.stdin.isTTY) return createGeneratedPassword();
  const password = await promptHidden(shell, "Password (leave empty to generate one): ");
  if (password === "") return createGeneratedPassword();
  if ((await promptHidden(shell, "Repeat password: ")) !== password)
    throw new CommandError("the passwords do not match");
  return { password, isGenerated: false };
}

const createGeneratedPassword = (): ChosenPassword => ({
  password: randomBytes(12).toString("base64url"),
  isGenerated: true,
});

/** Prompts on the terminal, and does not show the input. */
async function promptHidden({ stdin, stderr }: Shell, question: string): Promise<string> {
  const nothing = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: stdin, output: nothing, terminal: true });
  const cancelled = new AbortController();
  terminal.once("SIGINT", () => cancelled.abort());
  // The prompt is written only after the display of input was turned off.
  stderr.write(question);
  try {
    return await terminal.question("", { signal: cancelled.signal });
  } catch (error) {
    throw new CommandError("cancelled", { cause: error });
  } finally {
    terminal.close();
    stderr.write("\n");
  }
}
