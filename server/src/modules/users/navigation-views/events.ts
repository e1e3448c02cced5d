import type { EventBody } from "@parlance/contract/events/index.ts";
import type { NavigationView } from "@parlance/contract/nouns/navigation-views.ts";

const type = "navigation_view";

export const viewAdded = (navigation_view: NavigationView): EventBody => ({ type, op: "add", navigation_view });
export const viewChanged = (fragment: string, data: Partial<Omit<NavigationView, "fragment">>): EventBody => ({
  type,
  op: "update",
  fragment,
  data,
});
export const viewRemoved = (fragment: string): EventBody => ({ type, op: "remove", fragment });
