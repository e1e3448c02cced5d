import assert from "node:assert/strict";
import { test } from "node:test";
import { messageExcerpt } from "./message-excerpt.ts";
import type { KnownMessage } from "../messages/messages.ts";

const excerpt = (content: string, is_me_message = false) =>
  messageExcerpt({ content, is_me_message, sender_full_name: "Tomasz" } as KnownMessage);

test("an excerpt is plain text, and does not repeat the sender's name, which is displayed before it", () => {
  assert.equal(excerpt("<p>Ship <strong>it</strong> &amp; go</p>\n<p>home</p>"), "Ship it & go home");
  assert.equal(excerpt("<p>/me presses the button</p>", true), "presses the button");
});
