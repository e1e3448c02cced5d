import assert from "node:assert/strict";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { after, test } from "node:test";
import { BucketStore } from "./bucket-store.ts";

let answer: RequestListener = (_request, response) => void response.end();
let elsewhere = 0;
const service = createServer((request, response) => {
  if (request.url?.startsWith("/elsewhere")) {
    elsewhere += 1;
    response.end("a secret of the network");
  } else answer(request, response);
});
await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
after(() => {
  service.closeAllConnections();
  service.close();
});

const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/chat`;
const store = new BucketStore({ url, region: "us-east-1", keyId: "key", secret: "secret" });

/** A file name like those that the server generates. */
const NAME = "a".repeat(24);

async function listed(): Promise<number> {
  let count = 0;
  for await (const _ of store.list("")) count += 1;
  return count;
}

let sent = 0;
const endless =
  (status: number): RequestListener =>
  (_request, response) => {
    response.writeHead(status);
    const more = () => {
      while (!response.destroyed && response.write("<a>".repeat(20_000))) sent += 60_000;
    };
    response.on("drain", more);
    more();
  };

test("redirects of the bucket are not followed", async () => {
  answer = (_request, response) => void response.writeHead(307, { location: "/elsewhere" }).end();
  await assert.rejects(store.get(NAME), /responded to GET with 307/);
  assert.equal(elsewhere, 0);
});

test("endless responses of the bucket are not read to the end", async () => {
  answer = endless(200);
  await assert.rejects(listed(), /too large/);
  answer = endless(403);
  await assert.rejects(listed(), /responded to GET with 403: the response is too large/);
  assert.ok(sent < 2 ** 26, `${sent} bytes were received`);
});

test("a list that never ends and a list that is not XML cause errors", async () => {
  answer = (_request, response) =>
    void response.end("<ListBucketResult><NextContinuationToken>again</NextContinuationToken></ListBucketResult>");
  await assert.rejects(listed(), /lists the same files/);
  answer = (_request, response) => void response.end(Buffer.from([0xff, 0xfe, 0]));
  await assert.rejects(listed(), /not XML/);
  answer = (_request, response) => void response.writeHead(200).write("<List", () => response.destroy());
  await assert.rejects(listed());
});
