// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, testServer, withoutBrowser } from "@parlance/testkit";
import { sharedBrowser } from "./fixtures/shared-browser.ts";
import { NARROW, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();
const browser = sharedBrowser(server);

test(
  "a channel is created with subscribers; an invalid name causes an error at the field, and a user without permission sees an explanation",
  { skip: withoutBrowser },
  async () => {
    const { desdemona, othello, polonius } = await createTestOrganization(server);
    const [own, guest] = await Promise.all([
      openClientAs(browser, server, desdemona, NARROW),
      openClientAs(browser, server, polonius),
    ]);
    const { page } = own;
    await desdemona.createChannel("castle", [desdemona]);
    await own.goTo("#channels/new");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("castle");
    await own.button("Create channel").click();
    await page.getByText("Channel 'castle' already exists").waitFor();
    assert.equal(await name.getAttribute("aria-invalid"), "true");
    await name.fill("cyprus");
    await page.getByRole("button", { name: /Who can access this channel/ }).click();
    await page.getByRole("option", { name: "Private, shared history: subscribers can read all messages" }).click();
    await page.getByRole("combobox", { name: "Add a person or group" }).fill("othe");
    await page.getByRole("option", { name: "Othello" }).click();
    await page.keyboard.press("Tab");
    await own.assertAccessible("new channel");
    await own.button("Create channel").click();
    await own.composer.waitFor();
    const { subscriptions } = await othello.callOrThrow("GET", "/users/me/subscriptions");
    const made = subscriptions.find((channel) => channel.name === "cyprus");
    assert.deepEqual([made?.invite_only, made?.history_public_to_subscribers], [true, true]);
    await guest.goTo("#channels/new");
    await guest.page.getByText("You don't have permission to create channels.").waitFor();
    assert.equal(await guest.button("Create channel").isDisabled(), true);
    for (const { errors } of [own, guest]) assert.deepEqual(errors, []);
  },
);

test(
  "a channel uses the user's general notification settings until the user changes them for the channel",
  { skip: withoutBrowser },
  async () => {
    const { desdemona, hamlet } = await createTestOrganization(server);
    const channel = await desdemona.createChannel("castle", [desdemona, hamlet]);
    await hamlet.callOrThrow("PATCH", "/settings", { enable_stream_push_notifications: true });
    const [own, other] = await Promise.all([
      openClientAs(browser, server, hamlet),
      openClientAs(browser, server, desdemona),
    ]);
    const { page } = own;
    await own.goTo(`#channels/${channel}`);
    const phones = page.getByRole("checkbox", { name: /Mobile notifications/ });
    await phones.waitFor();
    assert.equal(await phones.isChecked(), true);
    await page.getByText("Only organization administrators and channel administrators").waitFor();
    await page.getByText("Mobile notifications").click();
    await page.getByRole("checkbox", { name: "Mobile notifications", exact: true, checked: false }).waitFor();
    await page.getByLabel("Color").fill("#112233");
    await page.getByLabel("Color").blur();
    await own.button("Show email address").click();
    await page.getByText("This server doesn't receive email.").waitFor();
    await own.assertAccessible("channel");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("nav [style]")].some(
        (mark) => (mark as HTMLElement).style.color === "rgb(17, 34, 51)",
      ),
    );
    const { subscriptions } = await hamlet.callOrThrow("GET", "/users/me/subscriptions");
    const mine = subscriptions.find(({ stream_id }) => stream_id === channel);
    assert.deepEqual([mine?.push_notifications, mine?.color], [false, "#112233"]);

    await other.goTo(`#channels/${channel}`);
    await other.page.getByText("Default channel for new users").click();
    await other.page.getByRole("checkbox", { name: "Default channel for new users", checked: true }).waitFor();
    const days = other.page.getByRole("textbox", { name: "Message retention (days)" });
    await days.fill("soon");
    await days.press("Enter");
    await days.and(other.page.locator("[aria-invalid=true]")).waitFor();
    await days.fill("7");
    await days.press("Enter");
    await other.page.getByRole("button", { name: /^Save: Message retention/ }).waitFor({ state: "detached" });
    const { stream } = await desdemona.callOrThrow("GET", `/streams/${channel}`);
    assert.equal(stream.message_retention_days, 7);
    for (const { errors } of [own, other]) assert.deepEqual(errors, []);
  },
);
