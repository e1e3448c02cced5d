import { createHash } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type { RealmContext } from "#kernel/http/context.ts";
import { escape } from "#kernel/http/reference-page/schema-html.ts";
import { styles } from "#kernel/http/reference-page/styles.ts";
import { send } from "#kernel/http/reply.ts";

interface StartPageOptions {
  readonly findRealm: (host: string) => Promise<RealmContext | null>;
  /** Where the credentials of the demo organization lie; null without one. */
  readonly demoCredentials: string | null;
}

const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(styles).digest("base64")}'`;

/** `GET /`: what runs here, how to sign in, and where the API is described. For people who opened the address in a browser. */
export function registerStartPage(app: FastifyInstance, { findRealm, demoCredentials }: StartPageOptions): void {
  app.get("/", async (request, reply) => {
    const realm = await findRealm(request.host);
    const body = startPage(realm, `${request.protocol}://${request.host}`, demoCredentials);
    const headers = { "content-security-policy": contentPolicy };
    send(reply, { status: realm ? 200 : 404, contentType: "text/html; charset=utf-8", body, headers });
    return reply;
  });
}

function startPage(realm: RealmContext | null, origin: string, demoCredentials: string | null): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Parlance</title>
<style>${styles}</style>
</head>
<body>
<main>
<h1>Parlance</h1>
<p>A team-chat server whose conversations have topics runs here.</p>
${realm ? signIn(origin, demoCredentials) : "<p>There is no organization at this address.</p>"}
<h2>The API</h2>
<p>Every operation is described in the <a href="/api">API reference</a>; programs read <a href="/api/v1/openapi.json">openapi.json</a>.</p>
</main>
</body>
</html>
`;
}

function signIn(origin: string, demoCredentials: string | null): string {
  const password = `curl -sS ${origin}/api/v1/fetch_api_key -d username=EMAIL --data-urlencode password=PASSWORD`;
  return `<h2>Sign in</h2>
${demoCredentials === null ? "" : demo(origin, demoCredentials)}
<p>Trade your password for an API key, and sign each request with your e-mail address and the key:</p>
${command(password)}
${command(`curl -sS -u EMAIL:API_KEY ${origin}/api/v1/users/me`)}`;
}

/** The page names the file, and not what is in it: whoever may read it runs the server. */
function demo(origin: string, file: string): string {
  const owner = `u => u.email + ':' + u.api_key`;
  const credentials = `node -p "(${owner})(JSON.parse(require('fs').readFileSync('${file}')).users.owner)"`;
  return `<p>This is a demo organization. The credentials of its people are in <code>${escape(file)}</code>. As its owner:</p>
${command(`curl -sS -u "$(${credentials})" ${origin}/api/v1/users/me`)}
<p>Others are <code>admin</code>, <code>moderator</code>, <code>member</code>, <code>member2</code>, <code>guest</code> and <code>bot</code>.</p>`;
}

const command = (text: string): string => `<pre class="scroll"><code>${escape(text)}</code></pre>`;
