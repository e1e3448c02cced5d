import { type File, DistributionError } from "./file.ts";
import { executableHeader, type Platform } from "./platforms.ts";

/** Files that every distribution must contain. */
const REQUIRED = [
  /^node\/bin\/node$/,
  /\/native\/bin\/initdb$/,
  /\/native\/bin\/postgres$/,
  /sharp-.*\.node$/,
  /argon2.*\.node$/,
];
const HEADER_BYTES = 64;
/** Matches programs, libraries and Node addons. */
const BINARY = /(^node\/bin\/node|\/native\/bin\/\w+|\.node|\.dylib|\.so(\.[\d.]+)?)$/;

/**
 * Throws if a binary is missing, or is for another platform.
 * @throws DistributionError
 */
export function assertExecutables(files: readonly File[], platform: Platform): void {
  const missing = REQUIRED.filter((pattern) => !files.some(({ path }) => pattern.test(path)));
  if (missing.length > 0)
    throw new DistributionError(`the distribution for ${platform.name} has no file ${missing.join(", ")}`);
  const header = executableHeader(platform);
  const foreign = files.filter(
    ({ path, content }) =>
      BINARY.test(path) &&
      content instanceof Uint8Array &&
      !header.test(Buffer.from(content.subarray(0, HEADER_BYTES)).toString("hex")),
  );
  if (foreign.length > 0)
    throw new DistributionError(
      `these files are not for ${platform.name}: ${foreign.map(({ path }) => path).join(", ")}`,
    );
}
