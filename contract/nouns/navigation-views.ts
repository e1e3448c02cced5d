import { z } from "zod";
import { updateField, mergeChanges } from "../state/set-fields.ts";
import { upsert } from "../state/list-operations.ts";
import { EventId, noun } from "./noun.ts";

/** A view in the left sidebar, identified by its URL fragment. */
export const NavigationView = z.strictObject({
  fragment: z.string(),
  is_pinned: z.boolean(),
  name: z.string().nullable().optional().describe("Null for built-in views."),
});
export type NavigationView = z.infer<typeof NavigationView>;

export const AddNavigationViewEvent = z.strictObject({
  id: EventId,
  type: z.literal("navigation_view"),
  op: z.literal("add"),
  navigation_view: NavigationView,
});

export const UpdateNavigationViewEvent = z.strictObject({
  id: EventId,
  type: z.literal("navigation_view"),
  op: z.literal("update"),
  fragment: z.string(),
  data: z
    .strictObject({ name: z.string().nullable(), is_pinned: z.boolean().nullable() })
    .partial()
    .describe("Fields that changed."),
});

export const RemoveNavigationViewEvent = z.strictObject({
  id: EventId,
  type: z.literal("navigation_view"),
  op: z.literal("remove"),
  fragment: z.string(),
});

export const NavigationViewEvent = z.discriminatedUnion("op", [
  AddNavigationViewEvent,
  UpdateNavigationViewEvent,
  RemoveNavigationViewEvent,
]);

export const navigationViewsNoun = noun({
  events: [NavigationViewEvent],
  snapshot: { navigation_views: { navigation_views: z.array(NavigationView).describe("Oldest first.") } },
  reducers: {
    navigation_view: (state, event) =>
      updateField(state, "navigation_views", (views) => {
        switch (event.op) {
          case "add":
            return upsert(views, event.navigation_view, ({ fragment }) => fragment);
          case "update": {
            const { name, is_pinned } = event.data;
            const changes = {
              ...(name !== undefined && { name }),
              ...(typeof is_pinned === "boolean" && { is_pinned }),
            };
            return views.map((view) => (view.fragment === event.fragment ? mergeChanges(view, changes) : view));
          }
          case "remove":
            return views.filter(({ fragment }) => fragment !== event.fragment);
        }
      }),
  },
});
