import { render, RenderError, renderIfProse, type Rendered } from "@parlance/markdown/index.ts";
import { type MaybePromise, thenMaybe } from "@parlance/kernel/base/maybe-promise.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { linkifiers } from "#modules/organizations/linkifiers/linkifiers-snapshot.ts";
import { UnableToRender } from "../core/errors.ts";
import { loadReferences } from "./load-references.ts";

/** The actor, and the data with which the actor's texts are rendered. */
type RenderingContext = Pick<Read, "actor" | "realm" | "db" | "snapshot">;

/**
 * Renders a text of the actor. The text can refer to entities that the actor can see.
 * @throws UnableToRender
 */
export function renderContent(ctx: RenderingContext, content: string): MaybePromise<Rendered> {
  return renderWithoutReferences(ctx, content) ?? renderWithReferences(ctx, content);
}

/**
 * Renders a text that is the same for every author, because it is prose and the organization has no linkifiers. Most
 * messages are. Returns undefined for other texts.
 */
function renderWithoutReferences({ snapshot }: RenderingContext, content: string): Rendered | undefined {
  // Emoticons become emoji for some authors only.
  return snapshot.get(linkifiers).isEmpty ? renderIfProse(content, { translateEmoticons: true }) : undefined;
}

function renderWithReferences(
  { realm, actor, db, snapshot }: RenderingContext,
  content: string,
): MaybePromise<Rendered> {
  const writer = { realmId: realm.id, realmUrl: realm.url, viewer: actor, snapshot };
  return thenMaybe(loadReferences(db, writer, [content]), (lookups) => {
    try {
      return render(content, lookups);
    } catch (error) {
      if (error instanceof RenderError) throw new UnableToRender();
      throw error;
    }
  });
}
