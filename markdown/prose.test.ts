import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assertProperty } from "@parlance/testkit/random/assert-property.ts";
import { proseArbitrary } from "./fixtures/prose-sources.ts";
import { hostileLookups } from "./fixtures/random-sources.ts";
import { render, renderIfProse, type Lookups } from "./index.ts";

/** Lookups for which the complete renderer renders every text. The linkifier matches nothing. */
const withoutShortcut = (lookups: Lookups): Lookups => ({ ...lookups, linkifiers: [{ match: () => [] }] });

test("for any text that is rendered as prose, the HTML and all findings are those of the complete renderer", () => {
  let accepted = 0;
  let rejected = 0;
  assertProperty(
    fc.property(proseArbitrary, fc.boolean(), (source, translateEmoticons) => {
      const lookups: Lookups = { ...hostileLookups, embeds: new Map(), linkifiers: [], translateEmoticons };
      const rendered = renderIfProse(source, lookups);
      if (rendered) assert.deepEqual(rendered, render(source, withoutShortcut(lookups)));
      if (rendered) accepted++;
      else rejected++;
    }),
    { rounds: 4000, exploreRounds: 100_000 },
  );
  assert.ok(accepted > rejected / 4 && rejected > accepted / 4, `${accepted} accepted, ${rejected} rejected`);
});

const everydayMessages = [
  "ok",
  "Thanks! I'll have a look after lunch.",
  "Good morning everyone",
  "Shall we meet at ten? The room on the second floor is free until noon, I asked.",
  "Yes, that works for me.",
  "lgtm",
  "Can you send me the slides (the ones from Monday)?",
  "The build takes 3.5 minutes now, down from 12.",
  "Lunch at 12:30?",
  "Sorry, I was in a meeting. What's up?",
  'He said "not before Friday", so I would plan for next week.',
  "I'll be out on Thursday and Friday – back on Monday.",
  "Two things:\nthe printer is broken again,\nand the coffee is empty.",
  "First paragraph of a longer thought.\n\nAnd the second one, which comes to the point.",
  "Großartig, danke für die schnelle Antwort!",
  "明日の会議は十時からです。",
  "Спасибо, посмотрю вечером.",
  "What about R&D? Do they know?",
  "I'd say 50/50... let's see",
  "We're at 99.9% this month, which is below the goal of 99.95%.",
  "It costs $15 per user, i.e. more than I thought.",
  "Done. Please try again.",
  "no",
  "+1",
  "haha",
  "Is anyone else seeing timeouts on staging?",
  "Ticket #4711 is the same problem, I think",
  "a -> b -> c, and then it stops",
  "It fails if x < 3 && y > 4, otherwise it works",
  "We could use C++ or C# for that",
  "Let me check… yes, it's merged!",
  "Thanks :)",
  "see https://ci.example.com/builds/4711",
  "Great work :tada:",
  "**Important**: the office is closed tomorrow",
  "@**Ada Lovelace** could you review this please?",
  "👍",
  "* one\n* two",
  "`npm ci` fails for me",
  "#**general>lunch** is the better place for this",
];

test("most everyday messages are rendered as prose", () => {
  const isProse = (source: string) => renderIfProse(source, { translateEmoticons: false }) !== undefined;
  const markup = everydayMessages.filter((message) => !isProse(message));
  assert.equal(everydayMessages.length, 40);
  assert.ok(markup.length <= 10, markup.join("\n"));
});

test("emphasis is prose, except at the start of a line where it may be a list or a rule", () => {
  const htmlOf = (source: string) => renderIfProse(source, {})?.html;
  assert.equal(
    htmlOf("**Important**: the *old* office\nis ***closed*** & **dark"),
    "<p><strong>Important</strong>: the <em>old</em> office<br>\nis <strong><em>closed</em></strong> &amp; **dark</p>",
  );
  for (const markup of ["* one\n* two", "plain\n* one", "***", "text\n\n* * *", "see #**general**"]) {
    assert.equal(htmlOf(markup), undefined);
  }
});

test("emoticons are prose unless they become emoji, and no text is prose if linkifiers may match", () => {
  for (const emoticon of [":)", "(:", "<3", ";)", ":D"]) {
    assert.ok(renderIfProse(`Thanks ${emoticon}`, { translateEmoticons: false }));
    assert.equal(renderIfProse(`Thanks ${emoticon}`, { translateEmoticons: true }), undefined);
  }
  assert.equal(renderIfProse("plain", withoutShortcut(hostileLookups)), undefined);
});
