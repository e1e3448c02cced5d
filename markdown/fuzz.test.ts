import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { measureRenderTime, MAX_RENDER_MS } from "./fixtures/render-time.ts";
import { assertValidHtml } from "./fixtures/html-validator.ts";
import { fragments, hostileLookups, markdownArbitrary } from "./fixtures/random-sources.ts";
import { findReferences, render, RenderError, type Lookups } from "./index.ts";

function htmlOf(source: string, lookups: Lookups = hostileLookups): string {
  try {
    return render(source, lookups).html;
  } catch (error) {
    assert.ok(error instanceof RenderError, String(error));
    return "";
  }
}

test("for any text, the HTML is well-formed, is rendered quickly, and contains nothing that a sanitizer removes", () => {
  assertProperty(
    fc.property(markdownArbitrary, (source) => {
      const start = performance.now();
      const html = htmlOf(source);
      if (performance.now() - start > MAX_RENDER_MS) {
        assert.ok(measureRenderTime(source, hostileLookups) <= MAX_RENDER_MS, "it takes too long");
      }
      assertValidHtml(html);
    }),
    { rounds: 400, exploreRounds: 5000 },
  );
});

test("looking up the references that `findReferences` returns is sufficient to render the text", () => {
  assertProperty(
    fc.property(markdownArbitrary, (source) => {
      const references = findReferences(source);
      const { customEmoji, uploads, topicTargets, ...others } = hostileLookups;
      const world = {
        ...others,
        users: hostileLookups.users,
        groups: hostileLookups.groups,
        channels: hostileLookups.channels,
      };
      const lookups: Lookups = {
        ...world,
        customEmoji: new Map([...(customEmoji ?? [])].filter(([name]) => references.emojiNames.includes(name))),
        uploads: new Map([...(uploads ?? [])].filter(([pathId]) => references.uploads.includes(pathId))),
        topicTargets: references.topics.some(({ topic }) => topic === "lunch")
          ? (topicTargets ?? new Map())
          : new Map(),
        users: world.users.filter(
          ({ id, full_name }) =>
            references.userIds.includes(id) || references.userNames.includes(full_name.toLowerCase()),
        ),
        groups: world.groups.filter(({ name }) => references.groupNames.includes(name)),
        channels: world.channels.filter(({ name }) => references.channelNames.includes(name)),
      };
      assert.equal(htmlOf(source, lookups), htmlOf(source));
    }),
    { rounds: 200, exploreRounds: 1000 },
  );
});

test("no word is lost, even if the markup around it is broken", () => {
  const fences = ["\n```\n", "\n```quote\n", "\n```spoiler x\n", "\n~~~\n", "\n  ```\n"];
  const others = fragments.filter((fragment) => !/[|`~$]|\0|\r|<time|\]\(|:/.test(fragment));
  const markup = fc.constantFrom(...others, ...fences);
  const part = fc.oneof(markup, fc.constant("word"));
  assertProperty(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      const source = parts.map((each, index) => (each === "word" ? `word${index}w` : each)).join("");
      const html = htmlOf(source);
      for (const [word] of source.matchAll(/word\d+w/g)) assert.ok(html.includes(word), `${word} of ${source}`);
    }),
    { rounds: 200, exploreRounds: 1000 },
  );
});
