import type { Client, Outcome } from "../connection/client.ts";

type ReorderClient = Pick<Client, "change" | "state">;

/** Changes the order of the channel folders that are not archived. Archived folders keep their positions. */
export function reorderFolders({ change, state }: ReorderClient, ids: readonly number[]): Promise<Outcome> {
  const rest = [...ids];
  const order = (state.get().channel_folders ?? []).map(({ id, is_archived }) =>
    is_archived ? id : (rest.shift() ?? id),
  );
  return change({
    expects: [{ type: "channel_folder", op: "reorder", order }],
    request: (call) => call("PATCH", "/channel_folders", { order }),
  });
}

/** Changes the order of the custom profile fields. */
export function reorderProfileFields({ change, state }: ReorderClient, order: readonly number[]): Promise<Outcome> {
  const fields = (state.get().custom_profile_fields ?? [])
    .map((field) => ({ ...field, order: order.indexOf(field.id) }))
    .toSorted((a, b) => a.order - b.order);
  return change({
    expects: [{ type: "custom_profile_fields", fields }],
    request: (call) => call("PATCH", "/realm/profile_fields", { order: [...order] }),
  });
}
