import type { Linkifier } from "@parlance/contract/nouns/linkifiers.ts";
import type { EventBody } from "@parlance/contract/events/index.ts";
import type { RecipientQueue, Presenter } from "@parlance/kernel/events/presenter.ts";

type LinkifiersBody = Extract<EventBody, { type: "realm_linkifiers" }>;

/** Event with all current linkifiers. */
export const linkifiersChanged = (linkifiers: readonly Linkifier[]): LinkifiersBody => ({
  type: "realm_linkifiers",
  realm_linkifiers: [...linkifiers],
});

/**
 * Returns true if a client supports URL templates. Clients without this support get no linkifiers, because they could
 * not create the links.
 */
export const supportsUrlTemplates = (capabilities: RecipientQueue["capabilities"]): boolean =>
  capabilities["linkifier_url_template"] === true;

export const linkifiersPresenter: Presenter<LinkifiersBody> = {
  variant: (_, { capabilities }) => (supportsUrlTemplates(capabilities) ? "" : null),
  present: (event) => [event],
};
