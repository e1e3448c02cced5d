import assert from "node:assert/strict";
import { test } from "node:test";
import { selectEncoding } from "./accept-encoding.ts";

const cases: readonly [header: string | undefined, selected: "br" | "gzip" | undefined][] = [
  [undefined, undefined],
  ["", undefined],
  ["identity", undefined],
  ["gzip, deflate, br, zstd", "br"],
  ["deflate, GZIP", "gzip"],
  ["x-gzip", "gzip"],
  ["br;q=0.5, gzip", "gzip"],
  ["br; q=0.50 ,gzip ; Q=0.4", "br"],
  ["br;q=0, gzip;q=0.0", undefined],
  ["br;q=0, *", "gzip"],
  ["*", "br"],
  ["*;q=0", undefined],
  ["gzip, *;q=0", "gzip"],
  ["identity;q=0", undefined],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0.5, gzip;q=0.5", "gzip"],
  ["gzip;q=2", undefined],
  ["gzip;q=", undefined],
  [",,;q=1", undefined],
];

test("a response has the encoding with the greatest weight that the client accepts and the server offers", () => {
  for (const [header, selected] of cases) {
    assert.deepEqual([header, selectEncoding(header, ["br", "gzip"])], [header, selected]);
  }
});
