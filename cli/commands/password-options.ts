import type { Command } from "commander";

/** Adds the options for where a password comes from to a command. */
export const withPasswordOptions = (command: Command): Command =>
  command
    .option("--password-stdin", "read the password from standard input")
    .option("--generate-password", "generate a password and print it; also the default without a terminal");
