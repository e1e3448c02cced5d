// A process of its own, in which emails are parsed.
import { serveParser } from "@parlance/kernel/untrusted-parsing/serve-parser.ts";
import { parseEmail } from "./parse-email.ts";

/** Chat goes first. */
const NICENESS = 10;

serveParser(parseEmail, { niceness: NICENESS });
