import type { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import { toUser } from "#kernel/events/audience.ts";
import { emit } from "#kernel/events/event-log.ts";
import type { Write } from "#kernel/http/context.ts";
import { TooManyViews, ViewExists } from "../errors.ts";
import { viewAdded } from "../events.ts";
import { nameFor } from "../view-names.ts";
import { lockViews } from "../policy.ts";

const MOST_VIEWS = 500;

interface NewView extends Pick<NavigationView, "fragment" | "is_pinned"> {
  readonly name?: string | null | undefined;
}

/**
 * Adds a view to the sidebar.
 * @throws BuiltInNamed, CustomUnnamed, ViewExists, TooManyViews
 */
export async function addView(ctx: Write, { fragment, is_pinned, name }: NewView): Promise<void> {
  const { tx, actor } = ctx;
  const view = { fragment, is_pinned, name: nameFor(fragment, name) };
  const others = await lockViews(ctx);
  if (others.some((other) => other.fragment === fragment)) throw new ViewExists();
  if (others.length >= MOST_VIEWS) throw new TooManyViews();
  await tx
    .insertInto("navigation_view")
    .values({ user_id: actor.id, ...view })
    .execute();
  emit(tx, toUser(actor), viewAdded(view));
}
