// `npm run web`: serves the web client from its sources, next to a server that is already running. Changes of the
// sources appear in open pages immediately.
import { parseArgs } from "node:util";
import { startDevServer } from "./dev-server.mjs";

const HELP = `usage: npm run web [-- --server <url>] [--port <number>]

Serves the web client from its sources on loopback, beside a server that runs (npm start).
Sign in there first; changes of the sources show at once.

  --server <url>   the server, default http://127.0.0.1:9800
  --port <number>  where the client is, default 9810`;

const { values } = parseArgs({
  options: {
    server: { type: "string", default: "http://127.0.0.1:9800" },
    port: { type: "string", default: "9810" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  const { url } = await startDevServer(values.server, Number(values.port));
  console.log(`the web client is at ${url}, its server at ${values.server}`);
}
