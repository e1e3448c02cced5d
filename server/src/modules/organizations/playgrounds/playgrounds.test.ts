import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents, type TestUser } from "@parlance/testkit";

const PYTHON = {
  name: "Python site",
  pygments_language: "Python",
  url_template: "https://python.example.com?c={code}",
};

async function adds(admin: TestUser, playground: typeof PYTHON): Promise<number> {
  return (await admin.callOrThrow("POST", "/realm/playgrounds", playground))["id"];
}

const known = async (person: TestUser) => (await person.registerQueue()).state["realm_playgrounds"] as unknown;

test("added and removed playgrounds are published to every user, including guests", async () => {
  const { iago, desdemona, hamlet, polonius, server, realmId } = await createTestOrganization();
  const ids: number[] = [];
  const rust = { name: "Rüst 🦀", pygments_language: "C++ / x-y_z.0 #", url_template: "/run{?code}" };
  const received = await watchEvents([hamlet, polonius], async () => {
    ids.push(await adds(iago, PYTHON), await adds(desdemona, rust));
    ids.push(
      await adds(iago, { ...PYTHON, name: "Another" }),
      await adds(iago, { ...PYTHON, pygments_language: "py" }),
    );
    await iago.callOrThrow("DELETE", `/realm/playgrounds/${ids[0]}`);
  });
  const all = [PYTHON, rust, { ...PYTHON, name: "Another" }, { ...PYTHON, pygments_language: "py" }].map(
    (playground, index) => ({ id: ids[index], ...playground }),
  );
  const lists = [all.slice(0, 1), all.slice(0, 2), all.slice(0, 3), all, all.slice(1)];
  for (const events of received) {
    assert.deepEqual(
      events.map(({ type, realm_playgrounds }) => [type, realm_playgrounds]),
      lists.map((list) => ["realm_playgrounds", list]),
    );
  }
  assert.deepEqual(await known(polonius), all.slice(1));
  const acts = await server.db.reader
    .selectFrom("audit_log")
    .select(["act", "actor_id", "target_id", "before", "after"])
    .where("realm_id", "=", realmId)
    .where("target_id", "=", ids[0] ?? 0)
    .where("target_type", "=", "playground")
    .orderBy("id")
    .execute();
  const target = { actor_id: iago.id, target_id: ids[0] };
  assert.deepEqual(acts, [
    { act: "playground.added", ...target, before: null, after: all[0] },
    { act: "playground.removed", ...target, before: all[0], after: null },
  ]);
});

test("an invalid playground is rejected with an explanation", async () => {
  const { iago } = await createTestOrganization();
  await adds(iago, PYTHON);
  const cases: [Partial<typeof PYTHON>, string][] = [
    [{ name: " " }, "This field cannot be blank."],
    [{ pygments_language: "Pythön" }, "Invalid characters in pygments language"],
    [{ pygments_language: "" }, "Invalid characters in pygments language"],
    [{ url_template: "" }, "Invalid URL template."],
    [{ url_template: "https://example.com/{code" }, "Invalid URL template."],
    [{ url_template: "javascript:{code}" }, "Invalid URL template."],
    [{ url_template: "https://example.com/" }, 'Missing the required variable "code" in the URL template'],
    [{ url_template: "/{source}" }, 'Missing the required variable "code" in the URL template'],
    [{ url_template: "/{code}/{x}" }, '"code" should be the only variable present in the URL template'],
    [{}, "Realm playground with this Realm, Pygments language and Name already exists."],
  ];
  const [events] = await watchEvents([iago], async () => {
    for (const [part, msg] of cases) {
      const { status, body } = await iago.post("/realm/playgrounds", { ...PYTHON, ...part });
      assert.deepEqual([part, status, body], [part, 400, { result: "error", msg, code: "BAD_REQUEST" }]);
    }
    for (const [name, maxLength] of Object.entries({ name: 100, pygments_language: 40, url_template: 1000 })) {
      const absent = await iago.call("POST", "/realm/playgrounds", { ...PYTHON, [name]: undefined });
      assert.deepEqual([absent.code, absent.msg], ["REQUEST_VARIABLE_MISSING", `Missing '${name}' argument`]);
      const { msg } = await iago.post("/realm/playgrounds", { ...PYTHON, [name]: "x".repeat(maxLength + 1) });
      assert.equal(msg, `${name} is too long (limit: ${maxLength} characters)`);
    }
  });
  assert.deepEqual(events, []);
  const url_template = `/{code}/${"x".repeat(992)}`;
  await adds(iago, { name: "🦉".repeat(100), pygments_language: "x".repeat(40), url_template });
});

test("only administrators can add and remove playgrounds, in their own organization", async () => {
  const { iago, shiva, hamlet, polonius } = await createTestOrganization();
  const elsewhere = await createTestOrganization();
  const [id, other] = [await adds(iago, PYTHON), await adds(elsewhere.iago, PYTHON)];
  const [events] = await watchEvents([iago], async () => {
    for (const person of [shiva, hamlet, polonius]) {
      for (const { status, code, msg } of [
        await person.post("/realm/playgrounds", { ...PYTHON, name: "Mine" }),
        await person.delete(`/realm/playgrounds/${id}`),
      ]) {
        assert.deepEqual([status, code, msg], [400, "UNAUTHORIZED_PRINCIPAL", "Must be an organization administrator"]);
      }
    }
    for (const unknownId of [other, 0, 2_147_483_647]) {
      const { status, code, msg } = await iago.delete(`/realm/playgrounds/${unknownId}`);
      assert.deepEqual([status, code, msg], [400, "BAD_REQUEST", "Invalid playground"]);
    }
  });
  assert.deepEqual(events, []);
  assert.deepEqual(await known(elsewhere.hamlet), [{ id: other, ...PYTHON }]);
});

test("simultaneous changes by administrators do not overwrite each other", async () => {
  const { iago, desdemona, hamlet } = await createTestOrganization();
  const [events] = await watchEvents([hamlet], () =>
    Promise.all(Array.from({ length: 6 }, (_, n) => adds(n % 2 ? iago : desdemona, { ...PYTHON, name: `Site ${n}` }))),
  );
  assert.deepEqual(
    events?.map(({ realm_playgrounds }) => (realm_playgrounds as unknown[]).length),
    [1, 2, 3, 4, 5, 6],
  );
  const same = await Promise.all([iago, desdemona].map((admin) => admin.post("/realm/playgrounds", PYTHON)));
  assert.deepEqual(same.map(({ result }) => result).toSorted(), ["error", "success"]);
});
