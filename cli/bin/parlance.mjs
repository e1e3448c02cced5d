#!/usr/bin/env node
// The command line in a checkout, as the command of the package in node_modules/.bin.
import { main } from "../../tools/run.mjs";

await main("cli/start.mjs", process.argv.slice(2));
