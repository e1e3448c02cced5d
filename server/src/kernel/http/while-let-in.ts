import { AppError } from "../errors.ts";
import type { Admission } from "./authorize-request.ts";
import type { WorkServices } from "./services.ts";
import type { Telling, Told } from "./event-batches.ts";

/**
 * Ends as soon as whoever listens would not be let in any more: nothing is told to those who lost the right to hear it, except
 * farewells.
 */
export async function* whileLetIn(
  { directories }: Pick<WorkServices, "directories">,
  admission: Admission,
  telling: Telling,
): Telling {
  let told: readonly Told[] | null = null;
  try {
    for await (told of telling) {
      const now = await directories.now(admission.directory.realmId);
      if (now !== admission.directory || now.revision !== admission.revision) await admission.renew(now);
      yield told;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const farewells = told?.filter(({ isFarewell }) => isFarewell) ?? [];
    if (farewells.length > 0) yield farewells;
  }
}
