import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { viewRemoved } from "../events.ts";
import { lockView } from "../policy.ts";

/** Removes a view from the sidebar. Throws ViewDoesNotExist. */
export async function removeView(ctx: Write, fragment: string): Promise<void> {
  const { tx, actor } = ctx;
  await lockView(ctx, fragment);
  await tx.deleteFrom("navigation_view").where("user_id", "=", actor.id).where("fragment", "=", fragment).execute();
  emit(tx, toUser(actor), viewRemoved(fragment));
}
