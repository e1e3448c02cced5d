// Entry point of the separate process in which emails are parsed.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { parseEmail } from "./parse-email.ts";

/** Gives chat priority over parsing. */
const NICENESS = 10;

serveParser(parseEmail, { niceness: NICENESS });
