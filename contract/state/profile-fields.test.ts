import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomProfileField } from "../nouns/profile-fields.ts";
import type { EventBody } from "../events/index.ts";
import { applyAll, stateWith, user } from "./fixtures/samples.ts";

const field = (id: number, fields: Partial<CustomProfileField> = {}): CustomProfileField => ({
  id,
  type: 1,
  order: id,
  name: `Field ${id}`,
  hint: "",
  field_data: "",
  display_in_profile_summary: false,
  required: false,
  editable_by_user: true,
  ...fields,
});
const choices = (...keys: string[]) =>
  JSON.stringify(Object.fromEntries(keys.map((key) => [key, { text: `Choice ${key}`, order: key }])));
const fieldsEvent = (...fields: CustomProfileField[]): EventBody => ({ type: "custom_profile_fields", fields });

test("if a profile field is removed, the values that users have in it are removed as well", () => {
  const before = stateWith({
    custom_profile_fields: [field(1), field(2)],
    realm_users: [user(2, { profile_data: { "1": { value: "x" }, "2": { value: "y" } } }), user(3)],
    realm_non_active_users: [user(4, { is_active: false, profile_data: { "1": { value: "z" } } })],
  });
  const state = applyAll(before, [fieldsEvent(field(2))]);
  assert.deepEqual(state.custom_profile_fields, [field(2)]);
  assert.deepEqual(state.realm_users?.[0]?.profile_data, { "2": { value: "y" } });
  assert.deepEqual(state.realm_non_active_users?.[0]?.profile_data, {});
});

test("if an option is removed, it is removed from the profiles of users who had selected it", () => {
  const before = stateWith({
    realm_users: [
      user(2, { profile_data: { "1": { value: "a" } } }),
      user(3, { profile_data: { "1": { value: "b" } } }),
    ],
  });
  const state = applyAll(before, [fieldsEvent(field(1, { type: 3, field_data: choices("b", "c") }))]);
  assert.deepEqual(
    state.realm_users?.map(({ profile_data }) => profile_data),
    [{}, { "1": { value: "b" } }],
  );
});
