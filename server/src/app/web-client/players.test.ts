import assert from "node:assert/strict";
import { test } from "node:test";
import { playerHosts } from "@parlance/markdown/preview/video-players.ts";
import { videoSites } from "#modules/messages/link-previews/pages/page-reader.ts";

test("the client may show every player that previews of videos come with", () => {
  for (const host of videoSites.flatMap((site) => site.playerHosts)) assert.ok(playerHosts.includes(host), host);
});
