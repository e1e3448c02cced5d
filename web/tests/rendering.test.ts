import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer } from "@parlance/testkit";
import { markdownLookups } from "../src/client/rendering/markdown-lookups.ts";
import { prepareRenderer, renderMarkdown } from "../src/client/rendering/markdown-renderer.ts";

const server = await testServer();

const TEXTS = (channel: string, group: string) => [
  "**strong**, *slanted*, ~~gone~~, `code`\nand a second line",
  "@**Cordelia** @**all** @_**Hamlet** @**Nobody** and @*" + group + "*",
  `#**${channel}** #**${channel}>Nothing yet** #**no such channel**`,
  ":tada: :no_such_emoji: :) 🚀",
  "```python\ndef hark():\n    return 1\n```\n\n```\nplain\n```",
  "$$\\frac{a}{b}$$\n\n```math\nx^2\n```",
  "* one\n* two\n\n> said\n\n| a | b |\n|---|---|\n| 1 | 2 |",
  "<time:2031-01-01T12:00:00Z> ||hidden|| https://example.com/page example.org",
  "```spoiler The end\nAll of them die.\n```",
  '<script>alert(1)</script> & "quotes" [link](javascript:alert(1))',
];

test("the web client renders messages in the same way as the server", async () => {
  const { hamlet, cordelia } = await createTestOrganization(server);
  await hamlet.createChannel("elsinore", [hamlet, cordelia]);
  await hamlet.callOrThrow("POST", "/user_groups/create", { name: "players", description: "", members: [cordelia.id] });
  await hamlet.callOrThrow("PATCH", "/settings", { translate_emoticons: true });
  const { state } = await hamlet.registerQueue();
  const lookups = markdownLookups(state);
  for (const content of TEXTS("elsinore", "players")) {
    await prepareRenderer(content, lookups);
    const { rendered } = await hamlet.callOrThrow("POST", "/messages/render", { content });
    assert.equal(renderMarkdown(content, lookups), rendered);
  }
});
