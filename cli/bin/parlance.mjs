#!/usr/bin/env node
// The operators' command in a checkout: `npx parlance …`.
import { main } from "../../tools/run.mjs";

await main("cli/start.mjs", process.argv.slice(2));
