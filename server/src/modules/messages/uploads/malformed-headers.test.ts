import assert from "node:assert/strict";
import { test } from "node:test";
import { SeededRandom, createTestOrganization } from "@parlance/testkit";
import { randomRuns } from "@parlance/testkit/random/random-runs.ts";
import { hostileText } from "@parlance/testkit/random/hostile-values.ts";
import { describeRecentLog } from "@parlance/testkit/servers/server-log.ts";
import { createUpload, tus } from "./fixtures/tus.ts";

const { rounds, seed } = randomRuns({ rounds: 120, exploreRounds: 2000, knownSeeds: [] })[0] ?? assert.fail();

const BYTES = { "content-type": "application/offset+octet-stream" };
const NAMES = ["upload-length", "upload-offset", "upload-metadata", "upload-checksum", "content-type", "tus-resumable"];

test("a request for a resumable upload with random headers either fails with an API error or continues the upload correctly", async () => {
  const { hamlet } = await createTestOrganization();
  const dice = new SeededRandom(seed);
  let path = await createUpload(hamlet, 1000);
  for (let round = 0; round < rounds; round += 1) {
    const [method, address, valid] = dice.pick([
      ["POST", "/api/v1/tus", { "upload-length": "10", "upload-metadata": "filename YQ==" }],
      ["PATCH", path, { ...BYTES, "upload-offset": "0" }],
      ["HEAD", path, {}],
      ["DELETE", path, {}],
      ["PATCH", `/api/v1/tus/${encodeURIComponent(hostileText(dice).slice(0, 100).toWellFormed())}`, BYTES],
    ] as const);
    const headers = { ...valid, [dice.pick(NAMES)]: headerValue(dice) };
    const body = method === "PATCH" ? dice.pick(["", "x", "x".repeat(2000)]) : "";
    const answer = await tus(hamlet, method, address, { headers, body });
    const description = `${method} ${address} ${JSON.stringify(headers)}\nwas answered ${answer.status}`;
    assert.ok(answer.status < 500, `${description}${describeRecentLog()}`);
    if (answer.status >= 400 && method !== "HEAD") assert.equal(answer.body["result"], "error", description);
    if (method === "DELETE" || answer.status === 200) path = await createUpload(hamlet, 1000);
  }
  assert.equal((await hamlet.get("/users/me")).status, 200);
});

/** Returns a random header value. It contains only characters that Node can send. */
function headerValue(dice: SeededRandom): string {
  const text = hostileText(dice).slice(0, 6000);
  const encoded = () => Buffer.from(text).toString("base64");
  const plain = text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
  return dice.pick([
    plain,
    `filename ${encoded()}`,
    `name ${encoded()},filetype ${encoded()}`,
    `sha1 ${encoded()}`,
    plain,
  ]);
}
