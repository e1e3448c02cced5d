import assert from "node:assert/strict";
import { test } from "node:test";
import { isPlayerUrl, playerUrl } from "./video-players.ts";

test("the listed players are allowed in a frame over HTTPS, and similar URLs are not", () => {
  assert.ok(isPlayerUrl(playerUrl("abc123")));
  assert.ok(isPlayerUrl("https://player.vimeo.com/video/1?h=2"));
  const others = [
    "http://player.vimeo.com/video/1",
    "https://player.vimeo.com.example/video/1",
    "https://player.vimeo.com:8443/video/1",
    "https://example.com/?https://player.vimeo.com/",
    "javascript:alert(1)//player.vimeo.com",
    "//player.vimeo.com/video/1",
    "",
  ];
  for (const address of others) assert.ok(!isPlayerUrl(address), address);
  assert.equal(playerUrl('"><script>'), "https://www.youtube-nocookie.com/embed/%22%3E%3Cscript%3E");
});
