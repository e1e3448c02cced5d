import { AppError } from "../errors.ts";
import { required } from "../required.ts";
import type { Admission } from "./authorize-request.ts";
import type { Positioned } from "./endpoint.ts";
import type { WorkServices } from "./services.ts";

/**
 * Answers what was let in by the organization as it was lately. Where that had moved on when the rows were read, it is let in
 * and run once more, by the organization as it then was: that is later than the request, so twice is enough.
 */
export async function readPositioned(
  { directories }: Pick<WorkServices, "directories">,
  admission: Admission,
  run: () => Promise<Positioned<object>>,
): Promise<object> {
  const { directory, revision } = admission;
  const id = directory.realmId;
  let read: Positioned<object> | undefined;
  let refusal: AppError | undefined;
  try {
    read = await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    refusal = error;
  }
  const position = read?.position ?? null;
  const now = await (position === null ? directories.now(id) : directories.upTo(position, id));
  if (now !== directory || now.revision !== revision) {
    await admission.renew(now);
    return (await run()).answer;
  }
  if (refusal) throw refusal;
  return required(read).answer;
}
