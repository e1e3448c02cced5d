import assert from "node:assert/strict";
import { test } from "node:test";
import { Dice, newRealm } from "@parlance/testkit";
import { chances } from "@parlance/testkit/random/random-runs.ts";
import { hostileText } from "@parlance/testkit/random/hostile-values.ts";
import { whatWasLogged } from "@parlance/testkit/servers/server-log.ts";
import { announces, tus } from "./fixtures/tus.ts";

const { rounds, seed } = chances({ rounds: 120, exploreRounds: 2000, knownSeeds: [] })[0] ?? assert.fail();

const BYTES = { "content-type": "application/offset+octet-stream" };
const NAMES = ["upload-length", "upload-offset", "upload-metadata", "upload-checksum", "content-type", "tus-resumable"];

test("whatever the headers of a resumable upload say, it is refused in the API's words, or goes on as it should", async () => {
  const { hamlet } = await newRealm();
  const dice = new Dice(seed);
  let path = await announces(hamlet, 1000);
  for (let round = 0; round < rounds; round += 1) {
    const [method, address, valid] = dice.of([
      ["POST", "/api/v1/tus", { "upload-length": "10", "upload-metadata": "filename YQ==" }],
      ["PATCH", path, { ...BYTES, "upload-offset": "0" }],
      ["HEAD", path, {}],
      ["DELETE", path, {}],
      ["PATCH", `/api/v1/tus/${encodeURIComponent(hostileText(dice).slice(0, 100).toWellFormed())}`, BYTES],
    ] as const);
    const headers = { ...valid, [dice.of(NAMES)]: headerValue(dice) };
    const body = method === "PATCH" ? dice.of(["", "x", "x".repeat(2000)]) : "";
    const answer = await tus(hamlet, method, address, { headers, body });
    const told = `${method} ${address} ${JSON.stringify(headers)}\nwas answered ${answer.status}`;
    assert.ok(answer.status < 500, `${told}${whatWasLogged()}`);
    if (answer.status >= 400 && method !== "HEAD") assert.equal(answer.body["result"], "error", told);
    if (method === "DELETE" || answer.status === 200) path = await announces(hamlet, 1000);
  }
  assert.equal((await hamlet.get("/users/me")).status, 200);
});

/** Characters that Node sends in a header. */
function headerValue(dice: Dice): string {
  const text = hostileText(dice).slice(0, 6000);
  const encoded = () => Buffer.from(text).toString("base64");
  const plain = text.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
  return dice.of([
    plain,
    `filename ${encoded()}`,
    `name ${encoded()},filetype ${encoded()}`,
    `sha1 ${encoded()}`,
    plain,
  ]);
}
