import Engine from "markdown-it";
import { type Lookups, preloadFor, render } from "@parlance/markdown/index.ts";
import { timeAtMost, type Bench, type Measured, type Row } from "../row.ts";
import { measureInterleaved, median } from "../rounds.ts";

/** Typical messages between colleagues, in a typical mixture. */
const messages = [
  "Shall we meet **tomorrow** at ten? The room on the second floor is free until noon, I asked.",
  "ok",
  "Thanks! I'll have a look after lunch.",
  "The deploy failed again, see https://ci.example.com/builds/4711 for the log. `npm ci` could not find the *lockfile*.",
  "@**Ada Lovelace** could you review this please? It touches the scheduler, so better today than tomorrow.",
  "Agenda:\n\n* numbers of the week\n* who is on call\n  * this week: Ada\n  * next week: Grace\n* anything else",
  "> The cache is cold after each restart.\n\nThat is what I saw too. We could warm it with the ten most wanted pages.",
  "```python\ndef mean(values):\n    return sum(values) / len(values)\n```\nThis fails for an empty list.",
  "| who | when |\n|---|---|\n| Ada | Monday |\n| Grace | Tuesday |",
  "Moved to #**general>lunch** :tada:",
  "1. open the page\n2. press the button\n3. see the error\n\nExpected: no error. I tried with **two** browsers.",
  "That is a long story. First we thought that the database was slow, then that the network was, and in the end it was " +
    "a query that nobody had looked at for two years. It read the whole table each time, and the table had grown. Now " +
    "there is an index, and it takes a millisecond.\n\nLesson learned: look at the plan *before* you look at the hardware.",
];

const lookups: Lookups = {
  users: [{ id: 5, full_name: "Ada Lovelace", is_active: true }],
  groups: [],
  channels: [{ id: 3, name: "general" }],
  topicTargets: new Map([["3:lunch", 412]]),
  emptyTopicName: "general chat",
  realmUrl: "https://chat.example.org",
  showPreviews: true,
};

export const markdown: Row = {
  name: "markdown",
  work: `a thousand renderings of a message, the median of ${messages.length} kinds`,
  limit: "the CommonMark engine alone, without mentions, bare links, emoji and colors",
  unit: "ms",
  budget: timeAtMost(3),
  comparison: "it runs no server",
  measure,
};

async function measure({ quick }: Bench): Promise<Measured> {
  const engine = new Engine("commonmark");
  await preloadFor(messages);
  const repetitions = quick ? 100 : 1000;
  const rounds = await measureInterleaved(
    quick ? 5 : 21,
    () => Promise.resolve(medianTime((message) => render(message, lookups).html, repetitions)),
    () => Promise.resolve(medianTime((message) => engine.render(message), repetitions)),
  );
  return { rounds };
}

/**
 * Returns the time for a thousand renderings of a message, in milliseconds: the median over all messages of each
 * message's median time.
 */
function medianTime(renderOne: (message: string) => string, repetitions: number): number {
  const times = messages.map((message) =>
    median(
      Array.from({ length: repetitions }, () => {
        const start = performance.now();
        renderOne(message);
        return performance.now() - start;
      }),
    ),
  );
  return 1000 * median(times);
}
