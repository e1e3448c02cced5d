import { z } from "zod";
import { NavigationView } from "../entities/navigation-view.ts";
import { EventId } from "./event-id.ts";

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
    .describe("What changed"),
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
