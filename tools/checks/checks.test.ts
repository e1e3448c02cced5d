import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { describe, test } from "node:test";
import { ignoreRules } from "../files.ts";
import { wrongImports } from "./directions.ts";
import { idleExceptions, misplaced, upwardImports } from "./floors.ts";
import { misnamed } from "./layout.ts";
import { strayLocks, unknownTakers } from "./locks.ts";
import { traces } from "./machine.ts";
import { findNames } from "./names.ts";
import { longFunctions } from "./sizes.ts";
import { strayWrites } from "./writes.ts";

const file = (path: string, text: string) => ({ path, text });

describe("names", () => {
  const forbidden = new Map([[4, new Set([hash("sha256", "acme")])]]);
  const found = (path: string, text: string) => findNames([file(path, text)], forbidden);

  test("finds a forbidden name whatever its case and whatever it is joined to", () => {
    assert.deepEqual(found("a.md", "We\nare not Acme."), ["a.md:2: a forbidden name"]);
    assert.equal(found("a.ts", "const acme_version = 1;").length, 1);
    assert.equal(found("a.ts", "const theACMEClient = 1;").length, 1);
    assert.equal(found("docs/acme-notes.md", "").length, 1);
  });

  test("leaves other words alone", () => {
    assert.deepEqual(found("a.md", "The acne of acmatic macs"), []);
  });
});

describe("writes", () => {
  const lines = (text: string, path = "server/src/modules/drafts/queries.ts") => strayWrites([file(path, text)]);

  test("finds writes by builder and in raw SQL, with their lines", () => {
    assert.deepEqual(lines("await db\n  .updateTable('draft')"), [
      "server/src/modules/drafts/queries.ts:2: updateTable outside an action",
    ]);
    assert.equal(
      lines("sql`\n  with gone as (delete from draft returning id)\n  insert into log select id from gone`").length,
      2,
    );
    assert.equal(lines("sql`update draft set topic = ${topic}`").length, 1);
  });

  test("lets actions, jobs, the kernel and tests write", () => {
    for (const path of [
      "modules/drafts/actions/edit-draft.ts",
      "modules/drafts/jobs.ts",
      "kernel/db/migrate.ts",
      "modules/drafts/edit.test.ts",
    ]) {
      assert.deepEqual(lines("tx.insertInto('draft')", `server/src/${path}`), []);
    }
  });

  test("does not take prose for a statement", () => {
    assert.deepEqual(lines('// delete from the list\nthrow new Error("You cannot delete from this channel");'), []);
    assert.deepEqual(lines("sql`select 1 for update`"), []);
  });
});

describe("locks", () => {
  const lines = (text: string, path = "server/src/modules/drafts/actions/edit-draft.ts") =>
    strayLocks([file(path, text)]);

  test("finds advisory locks that are not taken by their names, and lets the kernel's functions take them", () => {
    assert.deepEqual(lines("await sql`\n  select pg_advisory_xact_lock(7, ${id})`"), [
      "server/src/modules/drafts/actions/edit-draft.ts:2: pg_advisory_xact_lock outside kernel/db/advisory-locks.ts",
    ]);
    assert.equal(lines("select pg_try_advisory_lock_shared(7)").length, 1);
    assert.deepEqual(lines('await takeLock(tx, "groups", id)'), []);
    assert.deepEqual(lines("select pg_advisory_xact_lock(7)", "server/src/kernel/db/advisory-locks.ts"), []);
  });

  test("finds functions that the table of locks names and nobody has written", () => {
    const files = [file("a.ts", "export async function lockOne() {}\nexport const lockTwo = () => 2;")];
    assert.deepEqual(unknownTakers(files, ["lockOne", "lockTwo"]), []);
    assert.equal(unknownTakers(files, ["lockThree"]).length, 1);
  });
});

describe("floors", () => {
  const at = (from: string, to: string) =>
    upwardImports([{ from: `server/src/${from}`, to: `server/src/${to}` }]).map((line) => line.split("\n")[1]?.trim());
  const users = "modules/1-ground/users/queries.ts";
  const channels = "modules/4-channels/channels/access.ts";

  test("lets modules import from floors below, from themselves, and from what is no module", () => {
    for (const [from, to] of [
      [channels, users],
      [channels, "modules/4-channels/channels/errors.ts"],
      [users, "kernel/errors.ts"],
      ["realtime/register.ts", channels],
      ["modules/1-ground/users/sight.test.ts", channels],
      ["auth/logins.ts", "modules/2-records/mail/letter.ts"],
    ] as const) {
      assert.deepEqual(at(from, to), [], `${from} → ${to}`);
    }
  });

  test("finds an import from above, and one within a floor that is no exception", () => {
    assert.deepEqual(at(users, channels), ["1-ground knows nothing of 4-channels"]);
    assert.deepEqual(at("modules/2-records/mail/letter.ts", "auth/logins.ts"), ["2-records knows nothing of auth"]);
    assert.deepEqual(at("modules/1-ground/realms/queries.ts", users), ["modules of one floor do not know each other"]);
    assert.deepEqual(at(users, "modules/1-ground/realms/queries.ts"), []);
  });

  test("wants every module in its table, at its place, and no exception in vain", () => {
    const found = misplaced([file("server/src/modules/2-records/users/queries.ts", "")]);
    assert.ok(found.includes("2-records/users: not in tools/floors.ts"));
    assert.ok(found.includes("1-ground/users: in tools/floors.ts, and not there"));
    assert.ok(idleExceptions([]).includes("tools/floors.ts: users imports nothing of realms"));
  });
});

describe("directions", () => {
  const server = file(
    "server/package.json",
    '{ "imports": { "#kernel/*": "./src/kernel/*", "#modules/*": "./src/modules/*", "#realtime/*": "./src/realtime/*" } }',
  );
  const contract = file("contract/package.json", '{ "name": "@parlance/contract", "exports": { "./*": "./*" } }');
  const problems = (...files: { path: string; text: string }[]) =>
    wrongImports([server, contract, ...files]).map((line) => line.split("\n")[0]);

  test("finds an import against the direction, also of types and through an alias", () => {
    const queues = file("server/src/realtime/queues.ts", "export type Queue = 1;");
    const action = file(
      "server/src/modules/drafts/actions/edit.ts",
      'import type { Queue } from "#realtime/queues.ts";',
    );
    assert.deepEqual(problems(queues, action), [
      "server/src/modules/drafts/actions/edit.ts → server/src/realtime/queues.ts",
    ]);
  });

  test("lets the contract import zod alone", () => {
    const wire = file("contract/events.ts", 'import { z } from "zod";\nimport { join } from "node:path";');
    assert.deepEqual(problems(wire), ["contract/events.ts → node:path"]);
  });

  test("lets an endpoint be imported by its own index alone, and by tests", () => {
    const edit = file("server/src/modules/drafts/api/edit.ts", 'import "@parlance/contract/drafts.ts";');
    const wire = file("contract/drafts.ts", "");
    const index = file("server/src/modules/drafts/index.ts", 'export { edit } from "./api/edit.ts";');
    const spec = file("server/src/modules/drafts/edit.test.ts", 'import { edit } from "./api/edit.ts";');
    const thief = file(
      "server/src/modules/8-lifecycle/accounts/index.ts",
      'import { edit } from "#modules/drafts/api/edit.ts";',
    );
    assert.deepEqual(problems(wire, edit, index, spec), []);
    assert.deepEqual(problems(wire, edit, thief), [
      "server/src/modules/8-lifecycle/accounts/index.ts → server/src/modules/drafts/api/edit.ts",
    ]);
  });

  test("finds a cycle once, and an import that leads nowhere", () => {
    const a = file("server/src/kernel/a.ts", 'import "./b.ts";');
    const b = file("server/src/kernel/b.ts", 'import "./c.ts";');
    const c = file("server/src/kernel/c.ts", 'const a = await import("#kernel/a.ts"); import "./gone.ts";');
    assert.deepEqual(problems(a, b, c), [
      "server/src/kernel/c.ts imports ./gone.ts, which leads nowhere",
      "a cycle: server/src/kernel/a.ts → server/src/kernel/b.ts → server/src/kernel/c.ts → server/src/kernel/a.ts",
    ]);
  });
});

describe("layout", () => {
  test("wants kebab-case, and names that say something", () => {
    assert.deepEqual(
      misnamed(["server/src/modules/user-groups/api/list-all.ts", "server/migrations/0001_first_tables.sql"]),
      [],
    );
    assert.deepEqual(misnamed([".ci/run", "LICENSE", "CONTRIBUTING.md", "package-lock.json", "a/b.generated.ts"]), []);
    assert.equal(
      misnamed(["server/src/userGroups/a.ts", "cli/utils/a.ts", "cli/helpers.ts", "cli/snake_case.ts"]).length,
      4,
    );
  });
});

describe("machine", () => {
  test("finds paths of one machine, the neighbour folder and registries", () => {
    const bad = [
      "see /work/notes/a.md",
      'cd "/tmp/bash_jobs/1"',
      "node ../shared/x.mjs",
      "registry=http://localhost",
      "from https://registry.example.org/x",
    ];
    assert.equal(traces([file("docs/a.md", bad.join("\n"))]).length, bad.length);
    assert.deepEqual(traces([file("a", "x https://mirror.example:4873/zod")], "mirror.example:4873"), [
      "a:1: the package registry in use",
    ]);
  });

  test("leaves addresses, relative paths and metric registries alone", () => {
    const good = "https://example.org/work/ a/work/b ../shared-types const registry = new Registry()";
    assert.deepEqual(traces([file("a.ts", good)]), []);
  });
});

describe("sizes", () => {
  const body = (lines: number) => "  step();\n".repeat(lines);

  test("measures named functions in tests, not the bodies of tests", () => {
    const long = `async function arrange() {\n${body(60)}}\nconst act = async (x: number) => {\n${body(60)}};\n`;
    assert.equal(longFunctions([file("a.test.ts", long)]).length, 2);
    const fine = `function arrange() {\n${body(48)}}\ntest("x", async () => {\n${body(90)}});\nconst table = {\n${body(90)}};\n`;
    assert.deepEqual(longFunctions([file("a.test.ts", fine)]), []);
  });
});

describe("the list of our files", () => {
  test("leaves out what .gitignore names", () => {
    const ignored = ignoreRules("node_modules/\n/data/\n*.tsbuildinfo\n");
    assert.deepEqual(
      ["node_modules", "cli/node_modules", "data", ".git", "x/y.tsbuildinfo"].map(ignored),
      Array(5).fill(true),
    );
    assert.deepEqual(["server/data", "modules"].map(ignored), [false, false]);
  });
});
