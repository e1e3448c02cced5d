// A reporter for node:test that says only how it ended, in the lines that TAP closes with: for scripts, and for the last look.
import type { TestEvent } from "node:test/reporters";

const LINES = [
  ["tests", "tests"],
  ["suites", "suites"],
  ["pass", "passed"],
  ["fail", "failed"],
  ["cancelled", "cancelled"],
  ["skipped", "skipped"],
  ["todo", "todo"],
] as const;

async function* countsReporter(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const { type, data } of events) {
    // Each file has a summary too; the one without a file is that of the whole run.
    if (type !== "test:summary" || data.file !== undefined) continue;
    const counts: Record<string, number> = { ...data.counts };
    yield LINES.map(([name, count]) => `# ${name} ${counts[count] ?? 0}\n`).join("");
    yield `# duration_ms ${data.duration_ms}\n`;
  }
}

// oxlint-disable-next-line import/no-default-export -- Node takes a reporter from a module's default export
export default countsReporter;
