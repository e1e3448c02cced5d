// `npm run mail:pictures`: takes screenshots of sample emails. Described in HELP.
import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { renderHtml } from "@parlance/server/modules/platform/email/rendering/render-html.ts";
import { Browser, withoutBrowser } from "@parlance/testkit/browser/browser.ts";
import { cleanUpAfterProcess } from "../testkit/cleanup.ts";
import { sampleEmails, realm } from "./mail-pictures/sample-emails.ts";

const HELP = `usage: npm run mail:pictures [-- <folder>]

Takes a picture of each kind of email as a browser shows its HTML: light and dark, on a wide screen and on a narrow one.
Default folder: tmp/mail-pictures. Requires Chromium; PARLANCE_TEST_BROWSER can contain its path.`;

const WIDTHS = { wide: 900, narrow: 360 } as const;
const SCHEMES = ["light", "dark"] as const;

interface Screen {
  readonly colorScheme: (typeof SCHEMES)[number];
  readonly width: number;
}

/** Takes a screenshot of a whole HTML document, as PNG. */
async function takeScreenshot(browser: Browser, html: string, { colorScheme, width }: Screen): Promise<Uint8Array> {
  const page = await browser.page({ javaScriptEnabled: false, colorScheme, viewport: { width, height: 600 } });
  try {
    await page.setContent(html);
    return await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
  }
}

async function makePictures(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  // The port is not used, because emails load nothing from a server.
  await using browser = await Browser.start({ port: 1 });
  let count = 0;
  for (const [name, email] of Object.entries(sampleEmails)) {
    const html = renderHtml(email, realm);
    for (const scheme of SCHEMES) {
      for (const [screen, width] of Object.entries(WIDTHS)) {
        await writeFile(
          join(folder, `${name}-${scheme}-${screen}.png`),
          await takeScreenshot(browser, html, { colorScheme: scheme, width }),
        );
        count += 1;
      }
    }
  }
  return count;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
if (values.help) console.log(HELP);
else if (withoutBrowser !== false) {
  console.error(withoutBrowser);
  process.exitCode = 1;
} else {
  const folder = resolve(positionals[0] ?? "tmp/mail-pictures");
  try {
    console.log(`wrote ${await makePictures(folder)} pictures to ${folder}`);
  } finally {
    await cleanUpAfterProcess();
  }
}
