import { run } from "./run.ts";
import { shell } from "./shell.ts";

await run(process.argv.slice(2), shell);
