// Entry point of the command line in a distribution.
import { dirname } from "node:path";
import { run } from "./run.ts";
import { createShell } from "./shell.ts";

// The Node of a distribution is node/bin/node.
const distributionFolder = dirname(dirname(dirname(process.execPath)));
await run(process.argv.slice(2), createShell({ isDistribution: true, distributionFolder }));
