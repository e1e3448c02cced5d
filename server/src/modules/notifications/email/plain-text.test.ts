import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization } from "@parlance/testkit";
import { plainText } from "@parlance/markdown/plain-text.ts";

test("the plain text of a message contains what a user reads on the screen", async () => {
  const { hamlet } = await createTestOrganization();
  const cases = [
    ["To be,\nor not", "To be,\nor not"],
    ["one\n\ntwo", "one\n\ntwo"],
    ["* a\n* b\n  * c\n\nend", "• a\n• b\n  • c\n\nend"],
    ["3. a\n4. b", "3. a\n4. b"],
    ["> quoted\n\nanswer", "> quoted\n\nanswer"],
    ["```\nif (x) {\n  y\n}\n```", "if (x) {\n  y\n}"],
    [":skull: **bold** `code` ~~no~~ <3 &amp;", "💀 bold code no <3 &"],
    ["```spoiler Ending\nall die\n```\nafter", "Ending\n\nafter"],
    ["$$x^2$$", "x^2"],
    ["[a link](https://example.com/x)", "a link"],
  ] as const;
  for (const [content, expected] of cases) {
    const { rendered } = await hamlet.callOrThrow("POST", "/messages/render", { content });
    assert.equal(plainText(rendered), expected, rendered);
  }
});

test("HTML from any source is converted without its scripts, at any nesting depth", async () => {
  assert.equal(
    plainText("<head><title>t</title><style>p{}</style></head><p>a<br>b</p><script>x()</script><td>c"),
    "a\nb\n\n c",
  );
  const deep = plainText(`${"<div><blockquote><ul>".repeat(100_000)}x${"<p>y</p>".repeat(100_000)}`);
  assert.match(deep, /^(?:> ){5}x\n/);
});
