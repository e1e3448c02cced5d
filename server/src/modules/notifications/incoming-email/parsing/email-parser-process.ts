// Entry point of the child process that parses emails.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { parseEmail } from "./parse-email.ts";

/** Scheduling priority of the process: lower than the server's, so that chat is not slowed down by parsing. */
const NICENESS = 10;

serveParser(parseEmail, { niceness: NICENESS });
