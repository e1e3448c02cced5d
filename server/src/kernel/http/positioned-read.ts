import { AppError } from "../errors.ts";
import { required } from "../required.ts";
import type { Positioned } from "./endpoint.ts";
import type { Admission, MakeContext } from "./handler-run.ts";
import type { WorkServices } from "./services.ts";

/** One call of a read that takes the organization's position with its rows. */
interface PositionedCall {
  readonly context: MakeContext;
  readonly admission: Admission;
  readonly run: () => Promise<Positioned<object>>;
}

/**
 * Answers what was let in by the organization as it was lately. Where that had moved on when the rows were read, it is let in
 * and run once more, by the organization as it then was: that is later than the request, so twice is enough.
 */
export async function readPositioned(
  { directories }: Pick<WorkServices, "directories">,
  { context, admission, run }: PositionedCall,
): Promise<object> {
  const { directory, revision } = admission;
  const { id } = context().realm;
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
