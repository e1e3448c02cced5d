import assert from "node:assert/strict";
import { test } from "node:test";
import { playerHosts } from "@parlance/markdown/preview/video-players.ts";
import { videoSites } from "#modules/messages/link-previews/pages/page-reader.ts";

test("the client's content security policy allows every player that video previews use", () => {
  for (const host of videoSites.flatMap((site) => site.playerHosts)) assert.ok(playerHosts.includes(host), host);
});
