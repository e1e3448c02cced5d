import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { parseGitignore } from "../source-files.ts";
import { findWrongImports } from "./directions.ts";
import { findUnusedExceptions, findMisplacedModules, findUpwardImports } from "./floors.ts";
import { findCrowdedFolders, findMisnamed } from "./layout.ts";
import { findStrayNumbers } from "./literals.ts";
import { findMachineTraces } from "./machine.ts";
import { findMisnumbered, findWithoutRelease } from "./migrations.ts";
import { findLongFunctions } from "./sizes.ts";
import { findUnusedSharedWrites, findUnownedTables, findForeignWrites, findUpwardSharedWrites } from "./tables.ts";
import { findTimeDependent } from "./timing.ts";
import { findUnlisted } from "./unused.ts";
import { findStrayWrites } from "./writes.ts";

const file = (path: string, text: string) => ({ path, text });

describe("the check of writes to the database", () => {
  const lines = (text: string, path = "server/src/modules/drafts/queries.ts") => findStrayWrites([file(path, text)]);

  test("finds writes by query builder and by raw SQL, and reports their lines", () => {
    assert.deepEqual(lines("await db\n  .updateTable('draft')"), [
      "server/src/modules/drafts/queries.ts:2: updateTable outside an action",
    ]);
    assert.equal(
      lines("sql`\n  with gone as (delete from draft returning id)\n  insert into log select id from gone`").length,
      2,
    );
    assert.equal(lines("sql`update draft set topic = ${topic}`").length, 1);
  });

  test("allows writes in actions, jobs, the kernel and tests", () => {
    for (const path of [
      "modules/drafts/actions/edit-draft.ts",
      "modules/drafts/jobs.ts",
      "modules/drafts/edit.test.ts",
    ]) {
      assert.deepEqual(lines("tx.insertInto('draft')", `server/src/${path}`), []);
    }
    assert.deepEqual(lines("tx.insertInto('draft')", "kernel/db/migrate.ts"), []);
  });

  test("does not mistake comments and texts for SQL statements", () => {
    assert.deepEqual(lines('// delete from the list\nthrow new Error("You cannot delete from this channel");'), []);
    assert.deepEqual(lines("sql`select 1 for update`"), []);
  });
});

describe("the check of table owners", () => {
  const at = (path: string, text: string) => findForeignWrites([file(`server/src/${path}`, text)]);
  const drafts = "modules/messages/drafts/actions/edit-draft.ts";

  test("finds writes to tables of other modules, by query builder and by raw SQL, and reports their lines", () => {
    assert.deepEqual(at(drafts, "await tx\n  .updateTable('account')"), [
      `server/src/${drafts}:2: writes to account, which belongs to users/core`,
    ]);
    for (const statement of [
      "insert into account (id) values (1)",
      "DELETE FROM account AS gone USING realm WHERE gone.realm_id = realm.id",
      "update account set role = 400",
      "update only account as person\n  set role = 400",
      "with gone as (delete from account returning id) select id from gone",
      "with people as (select 1), changed as (\n  update account person set role = 400\n) select 1",
      "merge into account using realm on true when matched then delete",
      "truncate account",
    ]) {
      assert.equal(at(drafts, `sql\`${statement}\``).length, 1, statement);
    }
    assert.equal(at("realtime/close.ts", "sql`delete from account`").length, 1);
    assert.equal(findForeignWrites([file("cli/purge.ts", "sql`delete from account`")]).length, 1);
  });

  test("allows writes in the module that owns the table, in tests, and in modules listed as additional writers", () => {
    assert.deepEqual(at("modules/users/core/actions/store-account.ts", "tx.updateTable('account')"), []);
    assert.deepEqual(
      findForeignWrites([file("kernel/events/event-log.ts", "sql`update realm_counter set last_event_id = 1`")]),
      [],
    );
    assert.deepEqual(at("modules/messages/drafts/edit.test.ts", "tx.updateTable('account')"), []);
    const shared = "sql`with place as (select 1) update subscription set read_up_to = 1`";
    assert.deepEqual(at("modules/messages/read-state/actions/mark/mark-read.ts", shared), []);
    assert.equal(at(drafts, shared).length, 1);
  });

  test("does not mistake row locks or names in queries for writes", () => {
    assert.deepEqual(at(drafts, "sql`select from account where id = 1 for update`"), []);
    assert.deepEqual(at(drafts, "sql`insert into draft values (1) on conflict (id) do update set account = 1`"), []);
    assert.deepEqual(at(drafts, "// delete from account\n"), []);
  });

  test("requires that every table has an owner, and that every table with an owner exists", () => {
    const problems = findUnownedTables(
      "export interface Schema {\n  account: AccountTable;\n  pigeon: PigeonTable;\n}\n",
    );
    assert.ok(problems.includes("add pigeon to the `tables` in the index.ts of the module that owns it"));
    assert.ok(problems.includes("messages/core owns message, which does not exist"));
    assert.ok(!problems.some((problem) => /\baccount\b/.test(problem)));
  });

  test("rejects an additional writer that does not write to the table or is on a lower floor than its owner", () => {
    assert.ok(
      findUnusedSharedWrites([]).includes("tools/floors.ts: messages/read-state writes nothing to subscription"),
    );
    const reason = "why not";
    assert.deepEqual(findUpwardSharedWrites([{ table: "event", writer: "realtime", reason }]), []);
    assert.deepEqual(findUpwardSharedWrites([{ table: "message", writer: "users/core", reason }]), [
      "tools/floors.ts: users/core is below messages/core, which owns message",
    ]);
  });
});

describe("the check of number literals", () => {
  const found = (text: string, path = "server/src/modules/x/policy.ts") =>
    findStrayNumbers([file(path, text)]).map((line) => line.slice(path.length + 1));
  const finds = (texts: readonly string[], advice: string, path?: string) => {
    for (const text of texts) assert.ok(found(text, path)[0]?.startsWith(`1: ${advice}`), text);
  };
  const leaves = (texts: readonly string[], path?: string) => {
    for (const text of texts) assert.deepEqual(found(text, path), [], text);
  };

  test("finds numbers used as roles, in comparisons and in assignments", () => {
    const sources = [
      "{ role: 400 }",
      "{ roleAtLeast: 200 }",
      "{ invite_as: isBot ? 400 : 600 }",
      "{ owner_role: 100 }",
    ];
    const statements = [
      "if (role === 600) leave();",
      "if (100 !== before?.role) leave();",
      'if (reply["role"] >= 200) leave();',
      "const ROLES = [100, 200];",
      "const role = account.role ?? 400;",
      "const act = (role = 400) => role;",
      "type Role = 100 | 200;",
      "function act(role: 300 | 400): void {}",
      "interface Person { readonly role: 100 | 200 }",
      "switch (role) { case 600: leave(); }",
      'query.where("account.role", "=", 100);',
      'is("role", "in", [100, 200]);',
      "if ([100, 200].includes(actor.role)) leave();",
      "sql`select id from account where role = 400`;",
      "sql`account.role in (100, 200)`;",
      "sql`role <> ${600}`;",
      "sql`case role when 100 then 1 end`;",
      "const GUEST = 600;",
      "const ownerRole = 100;",
      "const all = [100, 200, 300, 400, 600];",
      'const texts = { 100: "owner", 200: "administrator", 300: "moderator" };',
    ];
    finds([...sources.map((text) => `act(${text});`), ...statements], "a number for a role: use roles");
  });

  test("finds other numbers for which there are names", () => {
    finds(
      ["if (botType === 2) leave();", 'query.where("bot_type", "=", 3);', "const GENERIC_BOT = 1;"],
      "a number for a type",
    );
    finds(
      ["if (topic.visibility_policy === 0) leave();", "sql`user_topic.policy = 1`;", "const MUTED = 1;"],
      "a number for a topic's visibility policy",
    );
    finds(["act({ automatically_follow_topics_policy: 4 });"], "a number for a follow policy");
    finds(["act({ email_address_visibility: 3 });"], "a number for a visibility of an address");
    finds(["act({ stream_post_policy: 1 });"], "a number for a post policy");
  });

  test("finds roles compared by greater or less, even if they are written as names", () => {
    finds(
      ["if (actor.role > roles.member) leave();", "if (one.role < other.role) leave();"],
      "roles in order: use isAtLeast",
    );
    finds(["sql`account.role < ${roles.guest}`;"], "roles in order: use atLeast");
  });

  test("ignores names, other numbers, and other properties", () => {
    leaves([
      "act({ role: roles.member, status: 400 });",
      "if (role === roles.guest && status === 400) leave();",
      'query.where("role", "=", roles.owner).limit(100);',
      "sql`select 100 from account where role = ${roles.owner} and id <> ${id} limit 400`;",
      "sql`role <> ${roles.guest}`;",
      "const MEMBER_LIMIT = 400;",
      "const statuses = { owner: 200, administrator: 200, member: 400 };",
      "act({ muted: 1, followed: 3, policy: 'all' });",
      "const roles = [];",
      'html`<table role="presentation" width="100">`;',
      "const counts = [100, 200, 300];",
    ]);
    leaves(["export const roles = { owner: 100, guest: 600 };", "role <= 400;"], "contract/entities/roles.ts");
  });

  test("allows tests to use numbers in requests, but nowhere else", () => {
    leaves(['await iago.patch("/users/7", { role: 400, bot_type: 1 });'], "server/src/x.test.ts");
    finds(["assert.equal(user.role, 400);", "const GUEST = 600;"], "a number for a role", "server/src/x.test.ts");
  });
});

describe("the check of floors", () => {
  const at = (from: string, to: string) =>
    findUpwardImports([{ from: `server/src/${from}`, to: `server/src/${to}` }]).map((line) =>
      line.split("\n")[1]?.trim(),
    );
  const users = "modules/users/core/queries.ts";
  const channels = "modules/channels/core/access/channel-access.ts";

  test("allows modules to import from lower floors, from themselves, and from code outside the modules", () => {
    for (const [from, to] of [
      [channels, users],
      [channels, "modules/channels/core/errors.ts"],
      [users, "kernel/errors.ts"],
      ["realtime/register-queue.ts", channels],
      ["modules/users/core/sight.test.ts", channels],
      ["modules/sign-in/credentials/password-login.ts", "modules/platform/email/email.ts"],
    ] as const) {
      assert.deepEqual(at(from, to), [], `${from} → ${to}`);
    }
  });

  test("finds imports from a higher floor, and imports within a floor that are not exceptions", () => {
    assert.deepEqual(at(users, channels), ["foundation is below channels"]);
    assert.deepEqual(at("modules/platform/email/email.ts", "modules/sign-in/credentials/password-login.ts"), [
      "records is below sign-in",
    ]);
    assert.deepEqual(at("modules/organizations/core/queries.ts", users), [
      "modules of one floor do not know each other",
    ]);
    assert.deepEqual(at(users, "modules/organizations/core/queries.ts"), []);
  });

  test("allows the list of a domain's modules to import from all floors, and only the composition root to import this list", () => {
    const list = "modules/channels/index.ts";
    assert.deepEqual(
      findMisplacedModules([file(`server/src/${list}`, "")]).filter((line) => line.includes(list)),
      [],
    );
    assert.deepEqual(at(list, "modules/channels/core/index.ts"), []);
    assert.deepEqual(at("app/modules.ts", list), []);
    for (const from of [channels, "realtime/index.ts", "modules/messages/index.ts"]) {
      assert.deepEqual(at(from, list), ["only server/src/app/ imports a domain's list of modules"]);
    }
  });

  test("requires that every module is listed under its floor, and rejects exceptions that are not needed", () => {
    const found = findMisplacedModules([file("server/src/modules/users/pigeons/queries.ts", "")]);
    assert.equal(
      found[0],
      "server/src/modules/users/pigeons: on no floor: declare in the index.ts of its module a `floor` of tools/floors.ts, after its name",
    );
    assert.ok(found.includes("there is no server/src/modules/users/core"));
    assert.ok(findUnusedExceptions([]).includes("tools/floors.ts: users/core imports nothing of organizations/core"));
  });
});

describe("the check of import directions", () => {
  const server = file(
    "server/package.json",
    '{ "imports": { "#modules/*": "./src/modules/*", "#realtime/*": "./src/realtime/*" } }',
  );
  const kernel = file("kernel/package.json", '{ "name": "@parlance/kernel", "exports": { "./*": "./*" } }');
  const contract = file("contract/package.json", '{ "name": "@parlance/contract", "exports": { "./*": "./*" } }');
  const problems = (...files: { path: string; text: string }[]) =>
    findWrongImports([server, kernel, contract, ...files]).map((line) => line.split("\n")[0]);

  test("finds imports in the wrong direction, including imports of types and imports by an alias", () => {
    const queues = file("server/src/realtime/queues/event-queues.ts", "export type Queue = 1;");
    const action = file(
      "server/src/modules/drafts/actions/edit.ts",
      'import type { Queue } from "#realtime/queues/event-queues.ts";',
    );
    assert.deepEqual(problems(queues, action), [
      "server/src/modules/drafts/actions/edit.ts → server/src/realtime/queues/event-queues.ts",
    ]);
  });

  test("allows the contract to import no package except zod", () => {
    const wire = file("contract/events.ts", 'import { z } from "zod";\nimport { join } from "node:path";');
    assert.deepEqual(problems(wire), ["contract/events.ts → node:path"]);
  });

  test("does not allow the embedded database to import more of the kernel than its base, or the kernel to import the embedded database", () => {
    const start = file(
      "embedded-postgres/index.ts",
      'import "@parlance/kernel/base/log.ts";\nimport "@parlance/kernel/db/pool.ts";',
    );
    const log = file("kernel/base/log.ts", "");
    const pool = file("kernel/db/pool.ts", 'import "../../embedded-postgres/errors.ts";');
    const errors = file("embedded-postgres/errors.ts", "");
    assert.deepEqual(problems(start, log, pool, errors), [
      "embedded-postgres/index.ts → kernel/db/pool.ts",
      "kernel/db/pool.ts → embedded-postgres/errors.ts",
    ]);
  });

  test("does not allow the message renderers to import the server or Node, except in tests", () => {
    const imports = 'import "../kernel/log.ts";\nimport { join } from "node:path";\nimport "katex";';
    const files = [file("markdown/render.ts", imports), file("markdown/render.test.ts", imports)];
    assert.deepEqual(problems(file("kernel/log.ts", ""), ...files), [
      "markdown/render.ts → kernel/log.ts",
      "markdown/render.ts → node:path",
    ]);
  });

  test("does not allow code of the web client to import from higher floors, its state to import React, or its texts to import other code", () => {
    const view = file("web/src/hooks/use-store.ts", "");
    const button = file("web/src/base/ui/forms/button.tsx", "");
    const store = file(
      "web/src/client/stores/store.ts",
      'import "../../hooks/use-store.ts";\nimport { useState } from "react";',
    );
    const field = file("web/src/base/ui/forms/field.tsx", 'import "../../../client/stores/store.ts";');
    const card = file("web/src/features/profile/card.tsx", 'import "../../screens/inbox.tsx";');
    const inbox = file("web/src/screens/inbox.tsx", 'import "../base/ui/forms/button.tsx";');
    const words = file("web/src/base/words/en/ui.ts", 'import "../../ui/forms/button.tsx";');
    assert.deepEqual(problems(view, button, store, field, card, inbox, words), [
      "web/src/client/stores/store.ts → web/src/hooks/use-store.ts",
      "web/src/client/stores/store.ts → npm:react",
      "web/src/base/ui/forms/field.tsx → web/src/client/stores/store.ts",
      "web/src/features/profile/card.tsx → web/src/screens/inbox.tsx",
      "web/src/base/words/en/ui.ts → web/src/base/ui/forms/button.tsx",
    ]);
  });

  test("does not allow an endpoint to be imported, except by its module's index and by tests", () => {
    const edit = file("server/src/modules/drafts/api/edit.ts", 'import "@parlance/contract/drafts.ts";');
    const wire = file("contract/drafts.ts", "");
    const index = file("server/src/modules/drafts/index.ts", 'export { edit } from "./api/edit.ts";');
    const spec = file("server/src/modules/drafts/edit.test.ts", 'import { edit } from "./api/edit.ts";');
    const thief = file(
      "server/src/modules/users/accounts/index.ts",
      'import { edit } from "#modules/drafts/api/edit.ts";',
    );
    assert.deepEqual(problems(wire, edit, index, spec), []);
    assert.deepEqual(problems(wire, edit, thief), [
      "server/src/modules/users/accounts/index.ts → server/src/modules/drafts/api/edit.ts",
    ]);
  });

  test("reports a cycle once, and reports imports of files that do not exist", () => {
    const a = file("kernel/a.ts", 'import "./b.ts";');
    const b = file("kernel/b.ts", 'import "./c.ts";');
    const c = file("kernel/c.ts", 'const a = await import("@parlance/kernel/a.ts"); import "./gone.ts";');
    assert.deepEqual(problems(a, b, c), [
      "kernel/c.ts imports ./gone.ts, which leads nowhere",
      "a cycle: kernel/a.ts → kernel/b.ts → kernel/c.ts → kernel/a.ts",
    ]);
  });
});

describe("the check of file names and folders", () => {
  test("requires kebab-case and meaningful names", () => {
    assert.deepEqual(
      findMisnamed(["server/src/modules/user-groups/api/list-all.ts", "server/migrations/0001_first_tables.sql"]),
      [],
    );
    assert.deepEqual(
      findMisnamed([".ci/run", "LICENSE", "CONTRIBUTING.md", "package-lock.json", "a/b.generated.ts"]),
      [],
    );
    assert.deepEqual(findMisnamed(["a/Containerfile", "a/Caddyfile", "a/Chart.yaml", "a/.env.example"]), []);
    assert.equal(findMisnamed(["a/Makefile", "Charts/values.yaml"]).length, 2);
    assert.equal(
      findMisnamed(["server/src/userGroups/a.ts", "cli/utils/a.ts", "cli/helpers.ts", "cli/snake_case.ts"]).length,
      4,
    );
  });

  test("allows at most twelve source files in a folder of the server or the web client", () => {
    const sources = (folder: string, count: number, ending = ".ts") =>
      Array.from({ length: count }, (_, index) => `${folder}/file-${index}${ending}`);
    const folder = "server/src/modules/messages/send";
    const tests = sources(folder, 9, ".test.ts");
    assert.deepEqual(findCrowdedFolders([...sources(folder, 12), ...tests, `${folder}/api/send.ts`]), []);
    assert.equal(findCrowdedFolders(sources(folder, 13)).length, 1);
    assert.equal(findCrowdedFolders(sources("web/src/screens/settings", 13, ".tsx")).length, 1);
    for (const list of ["web/src/base/words/en", "contract/nouns", `${folder}/fixtures`])
      assert.deepEqual(findCrowdedFolders(sources(list, 40)), []);
  });
});

describe("the check of migrations", () => {
  const wrong = (...names: string[]) => findMisnumbered(names.map((name) => `server/migrations/${name}`));

  test("requires that migrations are numbered consecutively", () => {
    assert.deepEqual(wrong("0001_people.sql", "0002_pigeons.sql"), []);
    assert.deepEqual(wrong("0001_people.sql", "0001_pigeons.sql"), [
      "server/migrations/0001_pigeons.sql: by its place it is 0002_<what it makes>.sql",
    ]);
    assert.equal(wrong("0001_people.sql", "0003_pigeons.sql").length, 1);
    assert.equal(wrong("0001-people.sql").length, 1);
  });

  test("requires that a new migration declares the oldest release that can run on its result", () => {
    const problems = (name: string, text: string) => findWithoutRelease([file(`server/migrations/${name}`, text)]);
    const declaring = (release: string) =>
      `-- Oldest release that can run on the result: ${release}\ncreate table a ();`;
    assert.deepEqual(problems("0055_old.sql", "create table a ();"), []);
    assert.deepEqual(problems("0056_new.sql", declaring("0.1.0")), []);
    for (const text of ["create table a ();", declaring("soon"), declaring("999.0.0")])
      assert.equal(problems("0056_new.sql", text).length, 1, text);
  });
});

describe("the check of timing in tests", () => {
  const found = (text: string) => findTimeDependent([file("a.test.ts", text)]).length;

  test("finds waiting for a fixed time, deadlines, and measurements of elapsed time", () => {
    for (const line of [
      "await new Promise((resolve) => setTimeout(resolve, 50));",
      'import { setTimeout as sleep } from "node:timers/promises";',
      "const signal = AbortSignal.timeout(9999);",
      "for (const deadline = Date.now() + 15_000; ;) {",
      "assert.ok(performance.now() - began < 2000);",
      'test("in time", { timeout: 30_000 }, async () => {',
    ]) {
      assert.equal(found(line), 1, line);
    }
  });

  test("allows mocked timers, waiting for a turn of the event loop, and dates in the past or future", () => {
    for (const line of [
      't.mock.timers.enable({ apis: ["setTimeout"] });',
      'import { setImmediate as turn } from "node:timers/promises";',
      "const later = new Date(Date.now() + days(3));",
      "assert.ok(Math.abs(message.timestamp - Date.now() / 1000) < 60);",
    ]) {
      assert.equal(found(line), 0, line);
    }
    assert.deepEqual(findTimeDependent([file("testkit/until.ts", "setTimeout(resolve, 5)")]), []);
  });
});

describe("the check of unused files and exports", () => {
  test("reports where a module or endpoint that is not used has to be listed", () => {
    const output = [
      "Unused files (1)",
      "server/src/modules/users/pigeons/api/list.ts",
      "Unused exports (1)",
      "pigeonsModule  server/src/modules/users/pigeons/index.ts:13:14",
      "mute           server/src/modules/users/pigeons/api/mute.ts:12:14",
      "wings          server/src/modules/users/pigeons/wings.ts:1:14",
    ];
    assert.deepEqual(findUnlisted(output.join("\n")), [
      "pigeonsModule: add it to the list in server/src/modules/users/index.ts",
      "server/src/modules/users/pigeons/api/list.ts: if it is an endpoint, add it to the `endpoints` in server/src/modules/users/pigeons/index.ts",
      "server/src/modules/users/pigeons/api/mute.ts: if it is an endpoint, add it to the `endpoints` in server/src/modules/users/pigeons/index.ts",
    ]);
  });
});

describe("the check of traces of a machine", () => {
  test("finds absolute paths of a machine, paths outside the repository, and package registries", () => {
    const bad = [
      "see /work/notes/a.md",
      'cd "/tmp/bash_jobs/1"',
      "node ../shared/x.mjs",
      "registry=http://localhost",
      "from https://registry.example.org/x",
    ];
    assert.equal(findMachineTraces([file("docs/a.md", bad.join("\n"))]).length, bad.length);
    assert.deepEqual(findMachineTraces([file("a", "x https://mirror.example:4873/zod")], "mirror.example:4873"), [
      "a:1: the package registry in use",
    ]);
  });

  test("ignores URLs, relative paths, and registries of metrics", () => {
    const good = "https://example.org/work/ a/work/b ../shared-types const registry = new Registry()";
    assert.deepEqual(findMachineTraces([file("a.ts", good)]), []);
  });
});

describe("the check of sizes", () => {
  const body = (lines: number) => "  step();\n".repeat(lines);

  test("measures named functions in tests, but not the functions passed to `test`", () => {
    const long = `async function arrange() {\n${body(60)}}\nconst act = async (x: number) => {\n${body(60)}};\n`;
    assert.equal(findLongFunctions([file("a.test.ts", long)]).length, 2);
    const fine = `function arrange() {\n${body(48)}}\ntest("x", async () => {\n${body(90)}});\nconst table = {\n${body(90)}};\n`;
    assert.deepEqual(findLongFunctions([file("a.test.ts", fine)]), []);
  });
});

describe("the list of source files", () => {
  test("does not contain files that .gitignore excludes", () => {
    const ignored = parseGitignore("node_modules/\n/data/\n*.tsbuildinfo\n");
    assert.deepEqual(
      ["node_modules", "cli/node_modules", "data", ".git", "x/y.tsbuildinfo"].map(ignored),
      Array(5).fill(true),
    );
    assert.deepEqual(["server/data", "modules"].map(ignored), [false, false]);
  });
});
