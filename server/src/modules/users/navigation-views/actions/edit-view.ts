import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { changedSettings } from "#modules/users/core/settings/user-settings.ts";
import { viewChanged } from "../events.ts";
import { resolveViewName } from "../view-names.ts";
import { lockView } from "../policy.ts";

/**
 * Changes a view. Undefined fields stay unchanged. Emits no event if nothing changes.
 * @throws ViewDoesNotExist, BuiltInViewCannotBeNamed, CustomViewNeedsName
 */
export async function editView(
  ctx: Write,
  fragment: string,
  { is_pinned, name }: { readonly is_pinned?: boolean | undefined; readonly name?: string | undefined },
): Promise<void> {
  const { tx, actor } = ctx;
  const { fragment: _, ...before } = await lockView(ctx, fragment);
  const wanted = name === undefined ? undefined : resolveViewName(fragment, name);
  const changed = changedSettings(before, { is_pinned, name: wanted });
  if (Object.keys(changed).length === 0) return;
  await tx
    .updateTable("navigation_view")
    .set(changed)
    .where("user_id", "=", actor.id)
    .where("fragment", "=", fragment)
    .execute();
  emit(tx, toUser(actor), viewChanged(fragment, changed));
}
