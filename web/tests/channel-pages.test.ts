// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newRealm, testServer, withoutBrowser } from "@parlance/testkit";
import { oneBrowser } from "./fixtures/one-browser.ts";
import { NARROW, opensClient } from "./fixtures/screen.ts";

const server = await testServer();
const browser = oneBrowser(server);

test(
  "a channel is made with people in it, and what is wrong stands at its name; who may make none sees that",
  { skip: withoutBrowser },
  async () => {
    const { desdemona, othello, polonius } = await newRealm(server);
    const [own, guest] = await Promise.all([
      opensClient(browser, server, desdemona, NARROW),
      opensClient(browser, server, polonius),
    ]);
    const { page } = own;
    await desdemona.creates("castle", [desdemona]);
    await own.goTo("#channels/new");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("castle");
    await own.button("Create channel").click();
    await page.getByText("Channel 'castle' already exists").waitFor();
    assert.equal(await name.getAttribute("aria-invalid"), "true");
    await name.fill("cyprus");
    await page.getByRole("button", { name: /Who can see it/ }).click();
    await page.getByRole("option", { name: "Private: who is in it reads all of it" }).click();
    await page.getByRole("combobox", { name: "Add a person or a group" }).fill("othe");
    await page.getByRole("option", { name: "Othello" }).click();
    await page.keyboard.press("Tab");
    await own.hasNoBarriers("new channel");
    await own.button("Create channel").click();
    await own.composer.waitFor();
    const { subscriptions } = await othello.does("GET", "/users/me/subscriptions");
    const made = subscriptions.find((channel) => channel.name === "cyprus");
    assert.deepEqual([made?.invite_only, made?.history_public_to_subscribers], [true, true]);
    await guest.goTo("#channels/new");
    await guest.page.getByText("You may not create channels here.").waitFor();
    assert.equal(await guest.button("Create channel").isDisabled(), true);
    for (const { complaints } of [own, guest]) assert.deepEqual(complaints, []);
  },
);

test(
  "what one is told of a channel is as one's settings have it until one says otherwise for this channel",
  { skip: withoutBrowser },
  async () => {
    const { desdemona, hamlet } = await newRealm(server);
    const channel = await desdemona.creates("castle", [desdemona, hamlet]);
    await hamlet.does("PATCH", "/settings", { enable_stream_push_notifications: true });
    const [own, other] = await Promise.all([
      opensClient(browser, server, hamlet),
      opensClient(browser, server, desdemona),
    ]);
    const { page } = own;
    await own.goTo(`#channels/${channel}`);
    const phones = page.getByRole("checkbox", { name: /Tell my phones of each message/ });
    await phones.waitFor();
    assert.equal(await phones.isChecked(), true);
    await page.getByText("Only administrators of the organization, and who may change this channel").waitFor();
    await page.getByText("Tell my phones of each message").click();
    await page.getByRole("checkbox", { name: "Tell my phones of each message", exact: true, checked: false }).waitFor();
    await page.getByLabel("Colour").fill("#112233");
    await page.getByLabel("Colour").blur();
    await own.button("Show the address").click();
    await page.getByText("This server takes no mail.").waitFor();
    await own.hasNoBarriers("channel");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("nav [style]")].some(
        (mark) => (mark as HTMLElement).style.color === "rgb(17, 34, 51)",
      ),
    );
    const { subscriptions } = await hamlet.does("GET", "/users/me/subscriptions");
    const mine = subscriptions.find(({ stream_id }) => stream_id === channel);
    assert.deepEqual([mine?.push_notifications, mine?.color], [false, "#112233"]);

    await other.goTo(`#channels/${channel}`);
    await other.page.getByText("Newcomers find themselves in it").click();
    await other.page.getByRole("checkbox", { name: "Newcomers find themselves in it", checked: true }).waitFor();
    const days = other.page.getByRole("textbox", { name: "Messages are deleted after so many days" });
    await days.fill("soon");
    await days.press("Enter");
    await days.and(other.page.locator("[aria-invalid=true]")).waitFor();
    await days.fill("7");
    await days.press("Enter");
    await other.page.getByRole("button", { name: /^Save: Messages/ }).waitFor({ state: "detached" });
    const { stream } = await desdemona.does("GET", `/streams/${channel}`);
    assert.equal(stream.message_retention_days, 7);
    for (const { complaints } of [own, other]) assert.deepEqual(complaints, []);
  },
);
