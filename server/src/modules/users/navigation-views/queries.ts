import type { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";
import type { Reader } from "@parlance/kernel/db/types.ts";

/** Lists a user's views, oldest first. */
export const listViews = (db: Reader, userId: number): Promise<NavigationView[]> =>
  db
    .selectFrom("navigation_view")
    .select(["fragment", "is_pinned", "name"])
    .where("user_id", "=", userId)
    .orderBy("id")
    .execute();
