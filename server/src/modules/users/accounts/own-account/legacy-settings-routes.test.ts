import assert from "node:assert/strict";
import { test } from "node:test";
import { createTestOrganization, watchEvents } from "@parlance/testkit";

const routes = ["/settings/display", "/settings/notifications"] as const;

for (const route of routes) {
  test(`${route} lets older clients change the same settings as /settings`, async () => {
    const { hamlet, othello, bot } = await createTestOrganization();
    const [own, others] = await watchEvents([hamlet, othello], async () => {
      const { result, body } = await hamlet.call("PATCH", route, {
        twenty_four_hour_time: true,
        enable_desktop_notifications: false,
        full_name: "The Prince",
        emojiset: "google",
        whatever: 1,
      });
      assert.equal(result, "success");
      assert.deepEqual(body["ignored_parameters_unsupported"], ["whatever"]);
    });
    const changed = own?.filter(({ type }) => type === "user_settings").map(({ property, value }) => [property, value]);
    assert.deepEqual(
      new Map(changed as [string, unknown][]),
      new Map<string, unknown>([
        ["twenty_four_hour_time", true],
        ["enable_desktop_notifications", false],
      ]),
    );
    assert.deepEqual(
      others?.map(({ type, person }) => [type, person?.full_name]),
      [["realm_user", "The Prince"]],
    );
    const { user_settings } = (await hamlet.registerQueue()).state;
    assert.deepEqual([user_settings.twenty_four_hour_time, user_settings.enable_desktop_notifications], [true, false]);
    const [nothing] = await watchEvents([hamlet], async () => {
      const refused = await hamlet.patch(route, { twenty_four_hour_time: false, full_name: "x" });
      assert.deepEqual([refused.status, refused.msg], [400, "Name too short!"]);
    });
    assert.deepEqual(nothing, []);
    assert.equal((await bot.patch(route, {})).msg, "This endpoint does not accept bot requests.");
  });
}
