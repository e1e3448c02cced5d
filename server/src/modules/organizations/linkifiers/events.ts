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
 * Whether a client supports URL templates. Others get no linkifiers at all, because they could not create links with
 * them.
 */
export const supportsUrlTemplates = (capabilities: RecipientQueue["capabilities"]): boolean =>
  capabilities["linkifier_url_template"] === true;

export const linkifiersPresenter: Presenter<LinkifiersBody> = {
  variant: (_, { capabilities }) => (supportsUrlTemplates(capabilities) ? "" : null),
  present: (event) => [event],
};
