// Slow: starts browsers and waits for pages to render.
import assert from "node:assert/strict";
import { Browser, createTestOrganization, testServer } from "@parlance/testkit";
import { onEachScreen, openClientAs } from "./fixtures/screen.ts";

const server = await testServer();

onEachScreen(
  "users can fill in the organization's profile fields, and forms update when a value changes elsewhere",
  async (look) => {
    const { hamlet, iago } = await createTestOrganization(server);
    await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Castle", field_type: 1 });
    await iago.callOrThrow("POST", "/realm/profile_fields", {
      name: "Mood",
      field_type: 3,
      field_data: { a: { text: "Grim", order: "1" }, b: { text: "Merry", order: "2" } },
    });
    await iago.callOrThrow("POST", "/realm/profile_fields", { name: "Friends", field_type: 6 });
    await using browser = await Browser.start(server);
    const screen = await openClientAs(browser, server, hamlet, look);
    const { page } = screen;
    await screen.goTo("#settings/account");
    await page.getByRole("textbox", { name: "Castle" }).fill("Elsinore");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await screen.press(page.getByRole("button", { name: /Mood/ }));
    await screen.press(page.getByRole("option", { name: "Merry" }));
    await page.getByRole("combobox", { name: "Add a person" }).fill("othe");
    await screen.press(page.getByRole("option", { name: "Othello" }));
    await page.keyboard.press("Tab");
    await page.getByRole("list", { name: "Selected" }).getByText("Othello").waitFor();
    await screen.assertAccessible();
    await screen.goTo(`#user/${hamlet.id}`);
    for (const text of ["Elsinore", "Merry", "Othello"]) await page.getByText(text).waitFor();

    await screen.goTo("#settings/account");
    await page.getByLabel("Name", { exact: true }).waitFor();
    await hamlet.callOrThrow("PATCH", "/settings", { full_name: "Prince Hamlet" });
    await page.waitForFunction(() =>
      [...document.querySelectorAll("input")].some(({ value }) => value === "Prince Hamlet"),
    );
    assert.deepEqual(screen.errors, []);
  },
);
