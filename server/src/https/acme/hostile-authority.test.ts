import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { reserveFreePorts, startServer, TEST_HOST, until } from "@parlance/testkit";
import { orderCertificate } from "./order-certificate.ts";
import { certificateKey, challengeKey } from "./acme-keys.ts";

/** Responses of the simulated authority, by path. */
let answers: Readonly<Record<string, RequestListener>> = {};
let elsewhere = 0;
const authority = createServer((request, response) => {
  if (request.url === "/elsewhere") elsewhere += 1;
  const answer = answers[request.url ?? ""];
  if (answer) answer(request, response);
  else response.writeHead(404).end();
});
await new Promise<void>((resolve) => authority.listen(0, "127.0.0.1", resolve));
after(() => authority.closeAllConnections());
after(() => void authority.close());

const url = `http://127.0.0.1:${(authority.address() as AddressInfo).port}`;
const directoryUrl = `${url}/directory`;
const secret = Buffer.from("a secret of these tests, and of no server");

const directory: RequestListener = (_request, response) =>
  void response
    .setHeader("content-type", "application/json")
    .end(JSON.stringify({ newNonce: `${url}/nonce`, newAccount: `${url}/account`, newOrder: `${url}/order` }));
const nonce: RequestListener = (_request, response) => void response.setHeader("replay-nonce", "abc").end();
const problem = (detail: string): RequestListener => {
  const body = JSON.stringify({ type: "urn:ietf:params:acme:error:malformed", detail });
  return (_request, response) =>
    void response.writeHead(400, { "content-type": "application/problem+json", "replay-nonce": "abc" }).end(body);
};

/** Orders a certificate and returns the reason why the order failed. */
async function reason(signal = new AbortController().signal): Promise<string> {
  const host = "chat.example.com";
  const keys = { key: certificateKey(secret, host, "salt"), challengeKey: challengeKey(secret, host) };
  const order = { host, secret, show: async () => undefined, signal, ...keys };
  const settings = { directoryUrl, email: undefined, challenge: "http-01" } as const;
  return orderCertificate(settings, order).then(
    () => "a certificate",
    (error: unknown) => (error as Error).message,
  );
}

let sent = 0;
const endless: RequestListener = (_request, response) => {
  response.writeHead(200, { "content-type": "application/json", "replay-nonce": "abc" });
  const more = () => {
    while (!response.destroyed && response.write(" ".repeat(65_536))) sent += 65_536;
  };
  response.on("drain", more);
  more();
};
const redirect: RequestListener = (_request, response) =>
  void response.writeHead(307, { location: "/elsewhere", "replay-nonce": "abc" }).end();
const hangUp: RequestListener = ({ socket }) => void socket.destroy();
const breakOff: RequestListener = (_request, response) =>
  void response.writeHead(200).write("{", () => response.destroy());

test("if an authority misbehaves, the error names the authority or repeats its message, responses of any length do not exhaust memory, and redirects are not followed", async () => {
  const cases: readonly (readonly [Readonly<Record<string, RequestListener>>, RegExp])[] = [
    [{ "/directory": endless }, /cannot be used: the response is too large/],
    [{ "/directory": redirect }, /cannot be used: .*redirect/],
    [{ "/directory": breakOff }, /cannot be used/],
    [
      { "/directory": (_, response) => void response.end(Buffer.from([0xff, 0])) },
      /cannot be used: its response is not JSON/,
    ],
    [
      { "/directory": (_, response) => void response.writeHead(500).end() },
      /cannot be used: it responds with status 500/,
    ],
    [{ "/directory": directory, "/nonce": nonce, "/account": endless }, /returned no usable response/],
    [{ "/directory": directory, "/nonce": nonce, "/account": hangUp }, /returned no usable response/],
    [{ "/directory": directory, "/nonce": nonce, "/account": redirect }, /returned no usable response/],
    [{ "/directory": directory, "/nonce": nonce, "/account": problem("no") }, /^no$/],
  ];
  for (const [paths, expected] of cases) {
    answers = paths;
    assert.match(await reason(), expected);
  }
  assert.equal(elsewhere, 0);
  assert.ok(sent < 2 ** 25, `${sent} bytes were received`);
});

test("an order that exceeds its deadline fails, and its pending request is canceled", async () => {
  const stop = new AbortController();
  let isCut = false;
  const hanging: RequestListener = ({ socket }) => {
    socket.once("close", () => (isCut = true));
    stop.abort(new Error("too long"));
  };
  answers = { "/directory": directory, "/nonce": nonce, "/account": hanging };
  await reason(stop.signal);
  await until(() => isCut);
});

test("characters that PostgreSQL cannot store are replaced in the authority's error message, which is stored with the failed order", async () => {
  answers = { "/directory": directory, "/nonce": nonce, "/account": problem("no\0\ud800\u001b[2J") };
  const [httpPort = 0] = await reserveFreePorts(1);
  const certificates = { directoryUrl, email: "ada@example.com", challenge: "http-01" } as const;
  const { db } = await startServer({
    url: `https://${TEST_HOST}`,
    https: { certificates, httpPort, hstsSeconds: 600 },
  });
  const row = await until(() =>
    db.reader
      .selectFrom("https_certificate")
      .selectAll()
      .where("host", "=", TEST_HOST)
      .where("failures", ">", 0)
      .executeTakeFirst(),
  );
  assert.equal(row.last_error, "no \ufffd [2J");
});
