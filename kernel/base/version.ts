import manifest from "../../package.json" with { type: "json" };

/** Version of this release. Its home is the package.json in the root folder. */
export const { version } = manifest;

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

export const isVersion = (text: string): boolean => VERSION.test(text);

/**
 * Compares two versions as semantic versions: the result is negative if `a` is older than `b`, and positive if it is
 * newer. A pre-release, such as 2.0.0-rc.1, is older than its release. Build metadata is ignored.
 * @throws Error if one of them is no version
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parseVersion(a), parseVersion(b)];
  for (const [index, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return comparePreReleases(left.preRelease, right.preRelease);
}

function parseVersion(text: string): { numbers: readonly number[]; preRelease: readonly string[] } {
  const [, major, minor, patch, preRelease] = VERSION.exec(text) ?? [];
  if (major === undefined) throw new Error(`${text} is not a version`);
  return { numbers: [major, minor, patch].map(Number), preRelease: preRelease?.split(".") ?? [] };
}

function comparePreReleases(left: readonly string[], right: readonly string[]): number {
  if (left.length === 0 || right.length === 0) return right.length - left.length;
  for (const [index, identifier] of left.entries()) {
    const other = right[index];
    if (other === undefined) return 1;
    const order = compareIdentifiers(identifier, other);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers are compared as numbers, and are older than words. */
function compareIdentifiers(left: string, right: string): number {
  const [isNumber, isOtherNumber] = [left, right].map((identifier) => /^\d+$/.test(identifier));
  if (isNumber && isOtherNumber) return Number(left) - Number(right);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  return left < right ? -1 : Number(left > right);
}
