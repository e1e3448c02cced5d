import assert from "node:assert/strict";
import { test } from "node:test";
import { notificationText } from "./notification-text.ts";

test("the notification text is one line that is cut off after 200 characters, contains no spoilers, and shows formulas as source", () => {
  const formula =
    '<span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow><annotation>x^2</annotation></semantics></math></span><span class="katex-html"><span style="height:1em">x2</span></span></span>';
  assert.equal(notificationText(`<p>So ${formula}</p>\n<p>it &lt;is&gt;</p>`), "So x^2 it <is>");
  assert.equal(
    notificationText('<p>Hm <span aria-label="ghost" class="emoji emoji-1f47b">:ghost:</span></p>'),
    "Hm 👻",
  );
  const spoiler = '<div class="spoiler-header"><p>End</p></div><div class="spoiler-content"><p>He dies</p></div>';
  assert.equal(notificationText(`<div class="spoiler-block">${spoiler}</div>`), "End");
  assert.equal(notificationText(`<p>${"a".repeat(300)}</p>`), `${"a".repeat(200)}…`);
});
