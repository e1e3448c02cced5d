// Entry point of the command line in a distribution.
import { run } from "./run.ts";
import { createShell } from "./shell.ts";

await run(process.argv.slice(2), createShell({ isDistribution: true }));
