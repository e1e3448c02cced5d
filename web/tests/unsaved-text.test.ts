// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Request } from "playwright-core";
import type { ResponseOf } from "@parlance/client";
import { Browser, createTestOrganization, type TestUser, testServer, until, withoutBrowser } from "@parlance/testkit";
import { openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

type StoredDraft = ResponseOf<"GET /drafts">["drafts"][number];

/** Waits until the drafts of a user on the server satisfy a condition. */
async function waitForDrafts(person: TestUser, areSo: (drafts: readonly StoredDraft[]) => boolean): Promise<void> {
  let drafts: readonly StoredDraft[] = [];
  const isSo = async () => {
    ({ drafts } = await person.callOrThrow("GET", "/drafts", {}));
    return areSo(drafts);
  };
  await until(isSo).catch((cause: unknown) => {
    throw new Error(`the server has ${JSON.stringify(drafts)}`, { cause });
  });
}

test(
  "an unfinished edit survives a reload and Escape, and does not overwrite an edit made in the meantime",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    const id = await hamlet.sendToChannel(channel, { topic: "ghosts", content: "Too, too solid flesh" });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.waitForMessage("Too, too solid flesh");
    await page.keyboard.press("k");
    await page.keyboard.press("e");
    const field = page.getByRole("textbox", { name: "Edit message" });
    await field.fill("Too, too sullied flesh, @cor");
    await page.getByRole("option", { name: /Cordelia/ }).waitFor();
    await page.keyboard.press("Enter");
    assert.equal(await field.inputValue(), "Too, too sullied flesh, @**Cordelia** ");

    await page.reload();
    await field.waitFor();
    assert.equal(await field.inputValue(), "Too, too sullied flesh, @**Cordelia** ");
    await field.press("Escape");
    await screen.waitForMessage("Too, too solid flesh");
    await screen.button("Undo").click();
    assert.equal(await field.inputValue(), "Too, too sullied flesh, @**Cordelia** ");

    await hamlet.callOrThrow("PATCH", `/messages/${id}`, { content: "Too, too sallied flesh" });
    await field.press("Control+Enter");
    await page.getByRole("alert").getByText("Too, too sallied flesh").waitFor();
    await screen.assertAccessible("two changes");
    await screen.button("Save").click();
    await screen.waitForMessage("Too, too sullied flesh, @Cordelia");
    await page.getByText("edited").waitFor();
    assert.deepEqual(screen.errors, []);
  },
);

test(
  "a deletion can be undone for some seconds, and takes place even if the page is closed",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, cordelia } = await createTestOrganization(server);
    const channel = await hamlet.createChannel("castle", [hamlet, cordelia]);
    for (const content of ["To be", "or not"]) await hamlet.sendToChannel(channel, { topic: "ghosts", content });
    await using browser = await Browser.start(server);
    const [screen, other] = await Promise.all([
      openClientAs(browser, server, hamlet),
      openClientAs(browser, server, cordelia),
    ]);
    for (const one of [screen, other]) {
      await one.goTo(`#narrow/channel/${channel}/topic/ghosts`);
      await one.waitForMessage("or not");
    }
    await screen.page.keyboard.press("k");
    await screen.page.keyboard.press("Delete");
    await screen.messages("Message deleted").waitFor();
    assert.equal(await screen.messages("or not").count(), 0);
    await screen.button("Undo").click();
    await screen.waitForMessage("or not");
    await screen.messages("or not").focus();
    await screen.page.keyboard.press("Delete");
    await screen.messages("Message deleted").waitFor();
    await screen.page.reload();
    await other.messages("or not").waitFor({ state: "detached" });
    await other.waitForMessage("To be");
    assert.deepEqual([...screen.errors, ...other.errors], []);
  },
);

test(
  "a draft survives reloads, changes on another device, renaming its topic and archiving its channel",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, iago, cordelia } = await createTestOrganization(server);
    const channel = await iago.createChannel("castle", [hamlet, iago, cordelia]);
    const first = await iago.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
    await using browser = await Browser.start(server);
    const [here, there] = await Promise.all([
      openClientAs(browser, server, hamlet),
      openClientAs(browser, server, hamlet),
    ]);
    // As long as the topic is not complete, the draft belongs to the channel.
    await here.goTo(`#narrow/channel/${channel}`);
    await here.composer.fill("To be, or");
    await here.page.getByRole("combobox", { name: "Topic" }).fill("quest");
    await here.page.reload();
    await here.waitForDraft("To be, or");
    assert.equal(await here.page.getByRole("combobox", { name: "Topic" }).inputValue(), "quest");
    await here.page.getByRole("combobox", { name: "Topic" }).fill("gho");
    await here.page.getByRole("option", { name: "ghosts" }).click();
    await here.composer.press("Control+Enter");
    await here.waitForMessage("To be, or");
    await here.waitForDraft("");

    // The other device continues the same draft.
    for (const one of [here, there]) await one.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await here.composer.pressSequentially("not to be");
    await there.waitForDraft("not to be");
    await there.composer.press("End");
    await there.composer.pressSequentially(", that is");
    await here.waitForDraft("not to be, that is");

    // While the user writes, the topic is renamed, and the draft moves to the renamed topic.
    await here.composer.press("End");
    await here.composer.pressSequentially(" the question");
    await iago.callOrThrow("PATCH", `/messages/${first}`, { topic: "✔ ghosts", propagate_mode: "change_all" });
    await here.page.getByText("This topic was moved to").waitFor();
    await here.waitForDraft("not to be, that is the question");
    await here.waitForMessage("Who is there?");

    // The channel is archived, and the draft remains.
    await iago.callOrThrow("DELETE", `/streams/${channel}`);
    await here.page.getByText("You don't have permission to send messages here.").waitFor();
    await here.page.reload();
    await here.waitForDraft("not to be, that is the question");
    await here.button("Change channel or recipients").click();
    await here.page.getByRole("combobox", { name: "Channel or people" }).fill("corde");
    await here.page.getByRole("option", { name: /Cordelia/ }).click();
    await here.waitForDraft("not to be, that is the question");
    await here.composer.press("Control+Enter");
    await here.goTo(`#narrow/dm/${cordelia.id}-Cordelia`);
    await here.waitForMessage("not to be, that is the question");
    await here.goTo("#drafts");
    await here.page.getByText("No drafts").waitFor();
    assert.deepEqual([...here.errors, ...there.errors], []);
  },
);

test(
  "if a topic is renamed while its draft cannot be saved on the server, the draft is still there after a reload",
  { skip: withoutBrowser },
  async () => {
    const { hamlet, iago } = await createTestOrganization(server);
    const channel = await iago.createChannel("castle", [hamlet, iago]);
    const first = await iago.sendToChannel(channel, { topic: "ghosts", content: "Who is there?" });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    await screen.composer.pressSequentially("To be");
    await page.getByText("Saved").waitFor();
    await waitForDrafts(hamlet, (drafts) => drafts.some(({ content }) => content === "To be"));
    await screen.waitForPersisted("To be");
    // From now on, the browser cannot store anything, and requests about drafts do not reach the server.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new Error("The disk is full.");
      };
    });
    await page.route("**/api/v1/drafts**", async (route) => route.abort());
    await screen.composer.press("End");
    await screen.composer.pressSequentially(", or not");
    await iago.callOrThrow("PATCH", `/messages/${first}`, { topic: "✔ ghosts", propagate_mode: "change_all" });
    await page.getByText("This topic was moved to").waitFor();
    await screen.waitForDraft("To be, or not");
    await page.unroute("**/api/v1/drafts**");
    await page.reload();
    await screen.waitForDraft("To be, or not");
    await waitForDrafts(hamlet, ([draft, ...others]) => {
      return others.length === 0 && draft?.topic === "✔ ghosts" && draft.content === "To be, or not";
    });
    await screen.waitForDraft("To be, or not");
    assert.deepEqual(screen.errors, []);
  },
);

/** Executes a request of the page that creates drafts. */
async function executeCreation(person: TestUser, request: Request): Promise<void> {
  const drafts = JSON.parse(new URLSearchParams(request.postData() ?? "").get("drafts") ?? "[]") as StoredDraft[];
  const key = request.headers()["idempotency-key"];
  const { result } = await person.call(
    "POST",
    "/drafts",
    { drafts },
    key === undefined ? {} : { "idempotency-key": key },
  );
  assert.equal(result, "success");
}

for (const { what, saved, lost, executed } of [
  { what: "an edited draft", saved: "To be", lost: [", or not"], executed: "never" },
  { what: "a new draft", saved: "", lost: ["To be, or not"], executed: "never" },
  { what: "a new draft whose response was lost", saved: "", lost: ["To be, or not"], executed: "before" },
  {
    what: "a new draft that was edited after its response was lost",
    saved: "",
    lost: ["To be", ", or not"],
    executed: "before",
  },
  { what: "a new draft whose first request is executed last", saved: "", lost: ["To be, or not"], executed: "after" },
  {
    what: "a new draft that was edited, and whose first request is executed last",
    saved: "",
    lost: ["To be", ", or not"],
    executed: "after",
  },
]) {
  const promise = `text that could not be saved to the server is saved without duplicates after the page is reopened: ${what}`;
  test(promise, { skip: withoutBrowser }, async () => {
    const { hamlet, iago } = await createTestOrganization(server);
    const channel = await iago.createChannel("castle", [hamlet, iago]);
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet);
    const { page } = screen;
    await screen.goTo(`#narrow/channel/${channel}/topic/ghosts`);
    // The persisted state does not contain the draft, so the page receives the event about the draft only once it is
    // connected.
    await screen.waitForPersisted();
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new Error("The disk is full.");
      };
    });
    if (saved !== "") {
      await screen.composer.pressSequentially(saved);
      await waitForDrafts(hamlet, (drafts) => drafts.some(({ content }) => content === saved));
    }
    const requests: Request[] = [];
    await page.route("**/api/v1/drafts**", async (route, request) => {
      if (request.method() === "POST") {
        requests.push(request);
        if (executed === "before") await executeCreation(hamlet, request);
      }
      await route.abort();
    });
    for (const text of lost) {
      const aborted = page.waitForEvent("requestfailed", (request) => request.url().includes("/drafts"));
      await screen.composer.press("End");
      await screen.composer.pressSequentially(text);
      await aborted;
    }
    const address = page.url();
    await page.goto("about:blank");
    await page.unroute("**/api/v1/drafts**");
    await page.goto(address);
    await screen.waitForDraft("To be, or not");
    await page.waitForFunction(() => JSON.stringify({ ...localStorage }).includes('synced\\":\\"To be, or not'));
    if (executed === "after") for (const request of requests) await executeCreation(hamlet, request);
    await waitForDrafts(hamlet, ([draft, ...others]) => others.length === 0 && draft?.content === "To be, or not");
    assert.deepEqual(screen.errors, []);
  });
}
