import { render, RenderError, type Rendered } from "@parlance/markdown/index.ts";
import type { Read } from "@parlance/kernel/http/context.ts";
import { UnableToRender } from "../core/errors.ts";
import { loadReferences } from "./load-references.ts";

/**
 * Renders a text of the actor. The text can refer to entities that the actor can see.
 * @throws UnableToRender
 */
export async function renderContent(
  ctx: Pick<Read, "actor" | "realm" | "db" | "snapshot">,
  content: string,
): Promise<Rendered> {
  const { id: realmId, url: realmUrl } = ctx.realm;
  const lookups = await loadReferences(ctx.db, { realmId, realmUrl, viewer: ctx.actor, snapshot: ctx.snapshot }, [
    content,
  ]);
  try {
    return render(content, lookups);
  } catch (error) {
    if (error instanceof RenderError) throw new UnableToRender();
    throw error;
  }
}
