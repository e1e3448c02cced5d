import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { clientColours } from "./styles.ts";

const TOKENS = new URL("../../../../web/src/base/theme/tokens.css", import.meta.url);

test("the login pages have the same light and dark colors as the web client", async () => {
  const tokens = await readFile(TOKENS, "utf8");
  for (const [theme, colours] of Object.entries(clientColours)) {
    const [, block = ""] = new RegExp(`\\[data-theme="${theme}"\\] \\{([^}]*)\\}`).exec(tokens) ?? [];
    const known = Object.fromEntries(
      [...block.matchAll(/--([\w-]+): (#\w+);/g)].map(([, name, value]) => [name, value]),
    );
    for (const [name, value] of Object.entries(colours)) assert.equal(value, known[name], `${theme} ${name}`);
  }
});
