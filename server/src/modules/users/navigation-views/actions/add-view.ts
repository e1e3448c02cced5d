import type { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import { toUser } from "@parlance/kernel/events/audience.ts";
import { emit } from "@parlance/kernel/events/event-log.ts";
import type { Write } from "@parlance/kernel/http/context.ts";
import { TooManyViews, ViewExists } from "../errors.ts";
import { viewAdded } from "../events.ts";
import { resolveViewName } from "../view-names.ts";
import { lockViews } from "../policy.ts";

const MAX_VIEWS_PER_USER = 500;

interface NewView extends Pick<NavigationView, "fragment" | "is_pinned"> {
  readonly name?: string | null | undefined;
}

/**
 * Adds a view to the sidebar.
 * @throws BuiltInViewCannotBeNamed, CustomViewNeedsName, ViewExists, TooManyViews
 */
export async function addView(ctx: Write, { fragment, is_pinned, name }: NewView): Promise<void> {
  const { tx, actor } = ctx;
  const view = { fragment, is_pinned, name: resolveViewName(fragment, name) };
  const others = await lockViews(ctx);
  if (others.some((other) => other.fragment === fragment)) throw new ViewExists();
  if (others.length >= MAX_VIEWS_PER_USER) throw new TooManyViews();
  await tx
    .insertInto("navigation_view")
    .values({ user_id: actor.id, ...view })
    .execute();
  emit(tx, toUser(actor), viewAdded(view));
}
